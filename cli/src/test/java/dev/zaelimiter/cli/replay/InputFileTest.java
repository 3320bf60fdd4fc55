package dev.zaelimiter.cli.replay;

import static dev.zaelimiter.cli.replay.Runs.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files, pipes and standard input, packed or not, are read to their end. */
class InputFileTest {

    @TempDir
    private Path directory;

    @Test
    void replay_gzipWhateverItsName_isUnpacked() {
        byte[] packed = ReplayFiles.gzip("time\n0\n0\n".getBytes(StandardCharsets.UTF_8));

        assertThat(Json.object(ok("replay", ReplayFiles.write(directory, packed), "--limit", "rps=1/s", "--json")
                        .out()))
                .contains(entry("rows", 2L), entry("admitted", 1L));
    }

    @Test
    void replay_gzipInPartsFromSlowPipe_isReadToItsEnd() {
        byte[] first = ReplayFiles.gzip("time\n0\n0\n".getBytes(StandardCharsets.UTF_8));
        byte[] second = ReplayFiles.gzip("0\n0\n0\n".getBytes(StandardCharsets.UTF_8));
        byte[] both = new byte[first.length + second.length];
        System.arraycopy(first, 0, both, 0, first.length);
        System.arraycopy(second, 0, both, first.length, second.length);

        assertThat(standardInput(new OneByteAtATime(both))).containsEntry("rows", 5L);
    }

    /** As in {@code zae-limiter replay <(zcat log.gz)}. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void replay_namedPipe_isRead(boolean packed) throws Exception {
        Path pipe = directory.resolve("pipe");
        assumeTrue(makePipe(pipe), "there is mkfifo");
        byte[] text = ("time\n" + "0\n".repeat(20_000)).getBytes(StandardCharsets.UTF_8);
        FutureTask<Path> writer = new FutureTask<>(() -> Files.write(pipe, packed ? ReplayFiles.gzip(text) : text));
        new Thread(writer).start();

        CommandRun run = ok("replay", pipe.toString(), "--limit", "rps=1/s", "--json");

        assertThat(Json.object(run.out())).containsEntry("rows", 20_000L);
        writer.get(1, TimeUnit.MINUTES);
    }

    private static boolean makePipe(Path pipe) throws InterruptedException {
        try {
            return new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void replay_dash_isStandardInput() {
        assertThat(standardInput(new ByteArrayInputStream("time\n0\n".getBytes(StandardCharsets.UTF_8))))
                .contains(entry("file", "standard input"), entry("rows", 1L));
    }

    private static Map<String, Object> standardInput(InputStream in) {
        InputStream before = System.in;
        System.setIn(in);
        try {
            return Json.object(ok("replay", "-", "--limit", "rps=9/s", "--json").out());
        } finally {
            System.setIn(before);
        }
    }

    /** A pipe whose writer is slow: nothing is ever ready. */
    private static final class OneByteAtATime extends InputStream {

        private final ByteArrayInputStream bytes;

        OneByteAtATime(byte[] bytes) {
            this.bytes = new ByteArrayInputStream(bytes);
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            return bytes.read(buffer, offset, Math.min(1, length));
        }
    }
}

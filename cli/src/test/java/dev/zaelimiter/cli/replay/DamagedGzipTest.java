package dev.zaelimiter.cli.replay;

import static dev.zaelimiter.cli.replay.Runs.assertRefusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packed files that are not whole are refused, and what was read of them is not shown as if it were all. */
class DamagedGzipTest {

    private static final String GOOD = "time,user,bytes\n2024-01-01T00:00:00Z,ada,7\n";

    @TempDir
    private Path directory;

    @Test
    void replay_gzipInsideGzip_isRefused() {
        byte[] packed = ReplayFiles.gzip(ReplayFiles.gzip(GOOD.getBytes(StandardCharsets.UTF_8)));

        assertRefusal(run(ReplayFiles.write(directory, packed)), "is gzip data inside gzip data; unpack it once");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "time,user,bytes\n1,ada,7\n", "\0\0\0\0x", "this is longer than a header of gzip"})
    void replay_somethingAfterGzip_isRefused(String rest) {
        byte[] both = concatenated(
                ReplayFiles.gzip(GOOD.repeat(2_000).getBytes(StandardCharsets.UTF_8)),
                rest.getBytes(StandardCharsets.UTF_8));

        assertRefusal(
                run(ReplayFiles.write(directory, both)),
                "the gzip data is damaged (something that is not gzip follows it)",
                "in the row that begins on line ");
    }

    @Test
    void replay_secondPartOfGzipDamaged_isRefused() {
        byte[] part = ReplayFiles.gzip(GOOD.repeat(2_000).getBytes(StandardCharsets.UTF_8));
        byte[] damaged = part.clone();
        damaged[0] = 0x77;

        assertRefusal(run(ReplayFiles.write(directory, concatenated(part, damaged))), "the gzip data is damaged");
    }

    @Test
    void replay_zerosAfterGzip_arePadding() {
        byte[] padded = Arrays.copyOf(ReplayFiles.gzip(GOOD.getBytes(StandardCharsets.UTF_8)), 20_000);

        assertThat(run(ReplayFiles.write(directory, padded)).exitCode()).isZero();
    }

    @Test
    void replay_binaryFileInGzip_isRefused() {
        assertRefusal(run(ReplayFiles.write(directory, ReplayFiles.gzip(new byte[100]))), "is not text in UTF-8");
    }

    @Test
    void replay_gzipCutShort_isRefused() {
        byte[] packed = ReplayFiles.gzip(GOOD.repeat(2_000).getBytes(StandardCharsets.UTF_8));

        for (int length : new int[] {3, 10, packed.length / 2, packed.length - 1}) {
            assertRefusal(
                    run(ReplayFiles.write(directory, Arrays.copyOf(packed, length))), "the gzip data ends too early");
        }
    }

    @Test
    void replay_gzipDamaged_isRefused() {
        byte[] packed = ReplayFiles.gzip(GOOD.repeat(2_000).getBytes(StandardCharsets.UTF_8));
        packed[packed.length - 6] ^= 1;

        assertRefusal(run(ReplayFiles.write(directory, packed)), "the gzip data is damaged");
    }

    private static byte[] concatenated(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static CommandRun run(String file) {
        return CommandRun.of("replay", file, "--limit", "rpm=5/s", "--json");
    }
}

package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * B4: a row that comes too early shows up when half a million before it were passed on already. A file is read again;
 * what comes through a pipe was kept.
 */
@Tag("same-on-every-jdk")
class LateDisorderTest {

    private static final int ROWS = 600_000;

    @TempDir
    private Path directory;

    @Test
    void replay_disorderAfterTheFirstBatch_comesToTheSameAsInOrder() {
        Map<String, Object> inOrder = run(ReplayFiles.write(directory, text(true)));
        String file = ReplayFiles.write(directory, text(false));

        assertSame(run(file), inOrder);
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(text(false).getBytes(StandardCharsets.US_ASCII)));
        try {
            assertSame(run("-"), inOrder);
        } finally {
            System.setIn(before);
        }
    }

    private static void assertSame(Map<String, Object> one, Map<String, Object> inOrder) {
        assertThat(one).containsEntry("out_of_order", 1L);
        for (String key : new String[] {"rows", "admitted", "refused", "first_time", "last_time", "retry_after_ms"}) {
            assertThat(one).containsEntry(key, inOrder.get(key));
        }
    }

    private static Map<String, Object> run(String file) {
        CommandRun run = CommandRun.of("replay", file, "--limit", "r=100/s", "--json");
        assertThat(run.err()).isEmpty();
        return Json.object(run.out());
    }

    /** The row of the first second stands first, or last. */
    private static String text(boolean inOrder) {
        StringBuilder text = new StringBuilder(ROWS * 20).append("ts,user\n");
        String early = "1709632800,u0\n";
        text.append(inOrder ? early : "");
        for (int i = 0; i < ROWS; i++) {
            text.append(1_709_632_801L + i / 1_000).append(",u").append(i % 7).append('\n');
        }
        return text.append(inOrder ? "" : early).toString();
    }
}

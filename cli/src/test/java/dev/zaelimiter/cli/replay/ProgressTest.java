package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressTest {

    private static final String ERASE_LINE = "\r\u001b[K";

    private final AtomicLong nanos = new AtomicLong();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @Test
    void row_aSecondHasPassed_showsTheRowsAndAtTheEndNothing() {
        Progress progress = new Progress(new PrintWriter(err), true, nanos::get);

        count(progress, 10_000);
        assertThat(err.toString()).isEmpty();
        nanos.set(1_000_000_000);
        count(progress, 10_000);
        assertThat(err.toString()).isEqualTo(ERASE_LINE + "16,384 rows");
        progress.done();
        assertThat(err.toString()).endsWith("rows" + ERASE_LINE);
    }

    @Test
    void row_quiet_showsNothing() {
        Progress progress = new Progress(new PrintWriter(err), false, () -> nanos.addAndGet(1_000_000_000));

        count(progress, 100_000);
        progress.done();

        assertThat(err.toString()).isEmpty();
    }

    @Test
    void suggest_eachPass_saysWhatIsTried() throws IOException {
        StringBuilder rows = new StringBuilder("time\n");
        for (int i = 0; i < 10_000; i++) {
            rows.append(1_700_000_000 + i / 10).append('\n');
        }
        String file = ReplayFiles.write(directory, rows.toString());
        SuggestOptions suggesting = new SuggestOptions();
        suggesting.suggest = true;
        Policy policy = Policy.ofAll("given", List.of(Limit.perMinute("rpm", 100)));

        try (ReplaySession session =
                new ReplaySession(file, new ReadingOptions(), List.of(policy), suggesting, false)) {
            session.run(
                    new Progress(new PrintWriter(err), true, () -> nanos.addAndGet(1_000_000_000)),
                    new Provenance("", 0, ""));
        }

        assertThat(err.toString())
                .startsWith(ERASE_LINE + "8,192 rows")
                .contains(ERASE_LINE + "trying rpm=1024/min: 8,192 rows")
                .contains(ERASE_LINE + "replaying the proposal: 8,192 rows")
                .endsWith(" rows" + ERASE_LINE);
    }

    private static void count(Progress progress, int rows) {
        for (int i = 0; i < rows; i++) {
            progress.row();
        }
    }
}

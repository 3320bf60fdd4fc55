package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.cli.Terminal;
import dev.zaelimiter.cli.Text;
import dev.zaelimiter.loadtest.internal.local.Progress;
import dev.zaelimiter.loadtest.internal.worker.Outcome;
import java.io.PrintWriter;

/** How far a run is: on a terminal one line that is overwritten, elsewhere a line every few seconds. For one thread. */
final class LoadProgress {

    private static final String ERASE_LINE = "\r\u001b[K";
    private static final int ELSEWHERE_EVERY = 5;

    private final PrintWriter err;
    private final boolean overwrite = Terminal.isErrorSeen();
    private int told;

    LoadProgress(PrintWriter err) {
        this.err = err;
    }

    /** About once a second. */
    void at(Progress progress) {
        if (!overwrite && told++ % ELSEWHERE_EVERY != 0) {
            return;
        }
        StringBuilder line = new StringBuilder();
        line.append(progress.seconds())
                .append(" of ")
                .append(progress.ofSeconds())
                .append(" s: ");
        for (Outcome outcome : Outcome.ALL) {
            long count = progress.counts().of(outcome);
            if (count > 0 || outcome == Outcome.ADMITTED || outcome == Outcome.REFUSED) {
                line.append(Text.count(count))
                        .append(' ')
                        .append(outcome.label())
                        .append(", ");
            }
        }
        line.append(Text.count(progress.workers(), "worker", "workers"));
        if (overwrite) {
            err.print(ERASE_LINE + line);
        } else {
            err.println(line);
        }
        err.flush();
    }

    void end() {
        if (overwrite) {
            err.print(ERASE_LINE);
            err.flush();
        }
    }
}

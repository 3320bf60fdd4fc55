package dev.zaelimiter.cli.admin.stack;

import dev.zaelimiter.cli.Text;
import dev.zaelimiter.infra.LoadTestListener;
import dev.zaelimiter.infra.StackStep;
import java.io.PrintWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Shows what goes on with a stack: a line for each thing that is done, and for each that CloudFormation does. */
public class StackProgress implements LoadTestListener {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

    private final PrintWriter err;

    /**
     * Shows it from now on.
     *
     * @param err where to
     */
    public StackProgress(PrintWriter err) {
        this.err = err;
    }

    @Override
    public void next(String sentence) {
        err.println(Text.visible(Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1)));
        err.flush();
    }

    @Override
    public void step(StackStep step) {
        String line = String.format(
                "  %s  %-28s  %s%s",
                TIME.format(step.at()),
                step.status(),
                step.resource(),
                step.failed() && !step.reason().isBlank() ? ": " + step.reason() : "");
        err.println(Text.visible(line));
        err.flush();
    }
}

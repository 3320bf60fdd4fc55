package dev.zaelimiter.cli.admin.watch;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Level;
import dev.zaelimiter.admin.capacity.Look;
import dev.zaelimiter.admin.capacity.Looker;
import dev.zaelimiter.cli.AResource;
import dev.zaelimiter.cli.AnEntity;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.Terminal;
import dev.zaelimiter.cli.TerminalSize;
import dev.zaelimiter.cli.admin.SessionCommand;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.Session;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code zae-limiter watch}. */
@Command(
        name = "watch",
        header = "Watch balances, rate and refusals of an entity on a resource.",
        description = "On a terminal a picture that is drawn anew; elsewhere a line for each limit and look, and with"
                + " --output json an object in a line for each look. Refusals are stored nowhere, so each look finds out"
                + " whether one token would be refused. A look takes nothing and reads a few items. Ctrl-C ends it.%n")
@Manual(
        examples = {
            "watch user-123 gpt-4 -n my-app",
            "watch user-123 gpt-4 --interval 0.5 --count 10 --output json -n my-app"
        },
        keys = {"time", "entity_id", "resource", "limits"})
public final class WatchCommand extends SessionCommand {

    private static final double SHORTEST = 0.1;
    private static final double LONGEST = 3600;
    private static final double MILLIS = 1000;

    @Parameters(index = "0", paramLabel = "ENTITY", converter = AnEntity.class, description = "The entity's id.")
    private String entity = "";

    @Parameters(index = "1", paramLabel = "RESOURCE", converter = AResource.class, description = "The resource's name.")
    private String resource = "";

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            description = "From look to look (default: ${DEFAULT-VALUE}).")
    private double interval = 2;

    @Option(names = "--count", paramLabel = "N", description = "End after so many looks.")
    private @Nullable Long count;

    @Override
    protected void prepare() {
        Level.entity(entity, resource);
        if (!(interval >= SHORTEST && interval <= LONGEST)) {
            throw new InvalidInputException("--interval", interval, "0.1 to 3600 seconds");
        }
        if (count != null && count < 1) {
            throw new InvalidInputException("--count", count, "1 or more");
        }
    }

    @Override
    protected int run(Session session, Output output) {
        Looker looker = session.admin().looker(entity, resource);
        boolean draws = output.terminal().interactive() && output.isForPeople();
        try (Interrupt interrupt = new Interrupt()) {
            if (draws) {
                try (Screen screen = new Screen(output)) {
                    watch(looker, output, interrupt, (look, looks) -> {
                        TerminalSize size = size(output.terminal());
                        View view = new View(output.terminal().withWidth(size.columns()), entity, resource);
                        screen.draw(view.picture(look, looks, pause()), size);
                    });
                }
            } else {
                View view = new View(output.terminal(), entity, resource);
                watch(looker, output, interrupt, (look, looks) -> {
                    if (!output.isForPeople()) {
                        output.object(fields(look));
                    } else {
                        view.lines(look).forEach(output::line);
                    }
                });
            }
        }
        return ExitCodes.OK;
    }

    private void watch(Looker looker, Output output, Interrupt interrupt, Showing showing) {
        long looks = 0;
        do {
            showing.show(looker.look(), ++looks);
        } while (output.flush() && (count == null || looks < count) && !interrupt.await(pause()));
    }

    /** Asked at each look: nobody tells a program of this kind that its window has another size now. */
    private static TerminalSize size(Terminal terminal) {
        TerminalSize size = TerminalSize.ask();
        return size == null ? new TerminalSize(Integer.MAX_VALUE, terminal.width()) : size;
    }

    private Duration pause() {
        return Duration.ofMillis(Math.round(interval * MILLIS));
    }

    private Map<String, @Nullable Object> fields(Look look) {
        List<Map<String, @Nullable Object>> limits = look.lines().stream()
                .map(line -> Output.fields(
                        "entity_id", line.entity(),
                        "name", line.name(),
                        "available", line.balance(),
                        "capacity", line.capacity(),
                        "consumed_per_second", line.consumedPerSecond(),
                        "exceeded", line.refuses(),
                        "retry_after_milliseconds", line.retryMillis()))
                .toList();
        return Output.fields("time", look.time(), "entity_id", entity, "resource", resource, "limits", limits);
    }

    /** Shows a look, and which one it is. */
    @FunctionalInterface
    private interface Showing {
        void show(Look look, long looks);
    }
}

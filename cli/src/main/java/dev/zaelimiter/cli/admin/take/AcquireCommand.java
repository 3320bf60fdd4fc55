package dev.zaelimiter.cli.admin.take;

import dev.zaelimiter.AcquireInterruptedException;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.SessionCommand;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.Session;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code zae-limiter acquire}. */
@Command(
        name = "acquire",
        header = "Take tokens, for a script that keeps to the limits.",
        description = "Ends with 0 if they were taken, and with 3 if the limits refuse; then nothing was taken, and the"
                + " message says when to come back, as does --output json.%n")
@Manual(
        examples = {
            "acquire key-1 gpt-4 --take rpm=1 -n my-app",
            "acquire nightly mail --take sent=1 --wait 30 --embedded limits.zae"
        },
        keys = {"entity_id", "resource", "taken", "retry_after_milliseconds"})
public final class AcquireCommand extends SessionCommand {

    @Mixin
    private final RequestArguments arguments = new RequestArguments();

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            description = "Wait for so long at most until they are there (default: ${DEFAULT-VALUE}).")
    private int wait = 0;

    private Map<String, Long> takes = Map.of();

    @Override
    protected void prepare() {
        takes = arguments.takes();
        if (takes.isEmpty()) {
            throw new BadInputException("--take is needed: at least one LIMIT=N");
        }
        if (wait < 0) {
            throw new InvalidInputException("--wait", wait, "0 seconds or more");
        }
        request();
    }

    @Override
    protected int run(Session session, Output output) {
        try {
            acquire(session);
        } catch (RateLimitExceededException refused) {
            if (output.isJson()) {
                // A program is told on standard output too when to come back; null is never.
                output.object(fields(
                        Map.of(),
                        refused.refusal().retryAfter().map(Duration::toMillis).orElse(null)));
            }
            throw refused;
        }
        output.done("Taken.", fields(takes, 0L));
        return ExitCodes.OK;
    }

    @SuppressWarnings("try") // The resource is there for what happens while it is open.
    private void acquire(Session session) {
        bringInLine(session);
        try (GivingBack whileItWaits = new GivingBack(session.source())) {
            try (Lease lease = session.repository().rateLimiter().acquire(request())) {
                lease.keep();
            } catch (AcquireInterruptedException e) {
                // With its flag set, this thread would not wait for what goes back.
                Thread.interrupted();
                session.repository().close();
                throw e;
            }
        }
    }

    /**
     * A service lets the first call after a change of limits go on under the old ones, and hears of the new ones
     * meanwhile. A process that makes one call would never hear of them: so the bucket is looked at, and then what is
     * stored is read.
     */
    private void bringInLine(Session session) {
        RateLimiter limiter = session.repository().rateLimiter();
        limiter.check(request());
        limiter.explain(arguments.entity(), arguments.resource());
    }

    private Map<String, @Nullable Object> fields(Map<String, Long> taken, @Nullable Long retryMillis) {
        return Output.fields(
                "entity_id",
                arguments.entity(),
                "resource",
                arguments.resource(),
                "taken",
                taken,
                "retry_after_milliseconds",
                retryMillis);
    }

    private AcquireRequest request() {
        AcquireRequest.Builder request = arguments.request();
        takes.forEach(request::take);
        return request.waitAtMost(Duration.ofSeconds(wait)).build();
    }
}

package dev.zaelimiter.cli.admin.take;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Availability;
import dev.zaelimiter.Explanation;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.SessionCommand;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.Session;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code zae-limiter available}. */
@Command(
        name = "available",
        header = "Show how much an entity could take now, without taking it.",
        description = "With --take, ends with 3 if that would be refused.%n")
@Manual(
        examples = {"available key-1 gpt-4 -n my-app", "available key-1 gpt-4 --take tpm=2000 -n my-app"},
        keys = {"entity_id", "name", "available", "capacity", "requested", "exceeded", "retry_after_milliseconds"},
        list = true)
public final class AvailableCommand extends SessionCommand {

    @Mixin
    private final RequestArguments arguments = new RequestArguments();

    private Map<String, Long> takes = Map.of();

    @Override
    protected void prepare() {
        takes = arguments.takes();
        arguments.request();
    }

    @Override
    protected int run(Session session, Output output) {
        Map<String, Long> amounts = new LinkedHashMap<>();
        Explanation limits = session.admin().explain(arguments.entity(), arguments.resource());
        for (Explanation.Line line : limits.lines()) {
            if (line.entity().equals(arguments.entity())) {
                amounts.put(line.limit().name(), 0L);
            }
        }
        if (amounts.isEmpty()) {
            throw new NoLimitsException(arguments.entity(), arguments.resource());
        }
        amounts.putAll(takes);
        AcquireRequest.Builder request = arguments.request();
        amounts.forEach(request::take);
        Availability availability = session.repository().rateLimiter().check(request.build());
        output.rows(StatusRows.of(availability.statuses()), "");
        return availability.fits() ? ExitCodes.OK : ExitCodes.REFUSED;
    }
}

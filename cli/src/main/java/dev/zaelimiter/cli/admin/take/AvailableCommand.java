package dev.zaelimiter.cli.admin.take;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Availability;
import dev.zaelimiter.Explanation;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.cli.AResource;
import dev.zaelimiter.cli.AnEntity;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.SessionCommand;
import dev.zaelimiter.cli.admin.level.Accesses;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.Session;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code zae-limiter available}. */
@Command(
        name = "available",
        header = "Show how much an entity could take now, without taking it.",
        description = "With --take, ends with 3 if that would be refused. Ends with 1 if the resource is disabled.%n")
@Manual(
        examples = {"available key-1 gpt-4 -n my-app", "available key-1 gpt-4 --take tpm=2000 -n my-app"},
        keys = {
            "entity_id",
            "name",
            "available",
            "capacity",
            "requested",
            "exceeded",
            "retry_after_milliseconds",
            "access"
        },
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
        Accesses accesses = new Accesses(session.admin(), arguments.resource());
        output.rows(StatusRows.of(availability.statuses(), accesses), "");
        if (availability.fits()) {
            return ExitCodes.OK;
        }
        // As acquire ends: no limit is in the way, and to come back later is no use.
        List<String> disabled = availability.statuses().stream()
                .map(LimitStatus::entity)
                .distinct()
                .filter(entity -> accesses.of(entity).equals(Accesses.DISABLED))
                .map(AnEntity::shown)
                .toList();
        if (!disabled.isEmpty()) {
            output.flush();
            err().println("Note: " + AResource.shown(arguments.resource()) + " is disabled for "
                    + String.join(", ", disabled) + "; 'switches' lists where that is stored.");
            return ExitCodes.FAILURE;
        }
        return ExitCodes.REFUSED;
    }
}

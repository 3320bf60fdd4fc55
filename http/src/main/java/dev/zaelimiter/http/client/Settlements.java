package dev.zaelimiter.http.client;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LeaseEndedException;
import dev.zaelimiter.http.route.HttpResult;
import dev.zaelimiter.http.route.Spent;
import dev.zaelimiter.internal.guard.SafeLog;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What calls really took, by limit. Immutable. */
final class Settlements {

    private static final SafeLog LOG = SafeLog.of(OutgoingLimits.class);

    private final Map<String, Spent> byFields;
    private final Map<String, BodySpent> byBody;

    Settlements(Map<String, Spent> byFields, Map<String, BodySpent> byBody) {
        this.byFields = new LinkedHashMap<>(byFields);
        this.byBody = new LinkedHashMap<>(byBody);
    }

    boolean readBodies() {
        return !byBody.isEmpty();
    }

    void settle(@Nullable Lease lease, int status, Function<String, List<String>> fields) {
        if (lease != null) {
            byFields.forEach((limit, spent) -> settle(lease, limit, () -> spent.of(new Answer(status, fields))));
        }
    }

    /** Whatever a body says, its reader gets it. */
    void settle(Lease lease, byte[] endOfBody) {
        byBody.forEach((limit, spent) -> {
            try {
                settle(lease, limit, () -> spent.of(endOfBody));
            } catch (RuntimeException e) {
                LOG.warn("what a response spent of {} can't be read from its body, and the estimate is kept", limit, e);
            }
        });
    }

    /** A number that can't be is no reason to keep the answer from its reader. */
    private static void settle(Lease lease, String limit, Supplier<OptionalLong> spent) {
        try {
            if (lease.held(limit) != 0) {
                spent.get().ifPresent(tokens -> lease.settle(limit, tokens));
            }
        } catch (LeaseEndedException e) {
            // Whoever made the call has ended it, and knew better.
        } catch (InvalidInputException e) {
            LOG.warn("a response says a number that can't be settled, and the estimate is kept", e);
        }
    }

    /** A response without its body. */
    private record Answer(int status, Function<String, List<String>> fields) implements HttpResult {

        @Override
        public Optional<String> header(String name) {
            List<String> values = fields.apply(name);
            return values.isEmpty() ? Optional.empty() : Optional.of(values.get(0));
        }

        @Override
        public long bytes() {
            return -1;
        }

        @Override
        public @Nullable Object attribute(String name) {
            return null;
        }
    }
}

package dev.zaelimiter.http.client;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LeaseEndedException;
import dev.zaelimiter.http.route.HttpResult;
import dev.zaelimiter.http.route.Spent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What calls really took, by limit. Immutable. */
final class Settlements {

    private static final Logger LOG = LoggerFactory.getLogger(OutgoingLimits.class);

    private final Map<String, Spent> byLimit;

    Settlements(Map<String, Spent> byLimit) {
        this.byLimit = new LinkedHashMap<>(byLimit);
    }

    /** A number that can't be is no reason to keep the answer from its reader. */
    void settle(@Nullable Lease lease, int status, Function<String, List<String>> fields) {
        if (lease == null) {
            return;
        }
        byLimit.forEach((limit, spent) -> {
            try {
                OptionalLong total =
                        lease.held(limit) == 0 ? OptionalLong.empty() : spent.of(new Answer(status, fields));
                total.ifPresent(tokens -> lease.settle(limit, tokens));
            } catch (LeaseEndedException e) {
                // Whoever made the call has ended it, and knew better.
            } catch (InvalidInputException e) {
                LOG.warn("a response says a number that can't be settled, and the estimate is kept", e);
            }
        });
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

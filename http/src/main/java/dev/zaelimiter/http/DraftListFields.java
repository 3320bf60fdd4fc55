package dev.zaelimiter.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code RateLimit-Policy} and {@code RateLimit} as lists of strings with parameters: drafts 8 to 11.
 *
 * <p>A policy's quota is the capacity, and its window is how long that takes to come back from nothing. So a client
 * that spends the quota once in each window is never refused, whatever the burst, and what is available is never more
 * than the quota.
 */
final class DraftListFields implements FieldWriter {

    /** What a time means where a request was granted. */
    enum Time {
        /**
         * How long the client should make do with what is available: as long as that takes to come back at the limit's
         * rate, and at least until the next token.
         */
        WINDOW {
            @Override
            long seconds(LimitView limit) {
                if (limit.limit().isBudget() || (limit.remaining() == 0 && !limit.grows())) {
                    return Times.NEVER;
                }
                return Times.seconds(Math.max(limit.moreAfterMillis(), limit.refillMillis(limit.remaining())));
            }
        },

        /** How long until the quota is whole again. */
        RESET {
            @Override
            long seconds(LimitView limit) {
                long millis = limit.fullAfterMillis();
                return millis <= 0 ? millis : Times.seconds(millis);
            }
        };

        /** Seconds, or {@link Times#NEVER} to leave it out. */
        abstract long seconds(LimitView limit);
    }

    private final Time time;

    DraftListFields(Time time) {
        this.time = time;
    }

    @Override
    public void write(DecisionView view, FieldSettings settings, long retryAfterSeconds, List<HeaderField> fields) {
        StringBuilder policies = new StringBuilder();
        StringBuilder limits = new StringBuilder();
        for (LimitView limit : view.limits()) {
            String name = settings.nameOf(limit);
            byte @Nullable [] key = settings.partitionKeys().apply(limit);
            begin(policies, name);
            parameter(policies, "q", limit.limit().capacity());
            String unit = settings.unitOf(limit);
            if (unit != null) {
                StructuredFields.string(policies.append(";qu="), unit);
            }
            if (!limit.limit().isBudget() && limit.limit().capacity() > 0) {
                parameter(
                        policies,
                        "w",
                        Times.seconds(limit.refillMillis(limit.limit().capacity())));
            }
            end(policies, key);

            begin(limits, name);
            parameter(limits, "r", limit.remaining());
            long seconds = view.refused() ? ofRefused(limit, retryAfterSeconds) : time.seconds(limit);
            if (seconds != Times.NEVER) {
                parameter(limits, "t", seconds);
            }
            end(limits, key);
        }
        fields.add(new HeaderField("RateLimit-Policy", policies.toString()));
        fields.add(new HeaderField("RateLimit", limits.toString()));
    }

    /**
     * A window may end neither after what {@code Retry-After} says (that is the draft's wish) nor before it, when the
     * client would come back for nothing. A limit that did not refuse has another end, so nothing is said of it.
     */
    private static long ofRefused(LimitView limit, long retryAfterSeconds) {
        return limit.violated() ? retryAfterSeconds : Times.NEVER;
    }

    private static void begin(StringBuilder out, String name) {
        if (out.length() > 0) {
            out.append(", ");
        }
        StructuredFields.string(out, name);
    }

    private static void parameter(StringBuilder out, String name, long value) {
        StructuredFields.integer(out.append(';').append(name).append('='), value);
    }

    private static void end(StringBuilder out, byte @Nullable [] key) {
        if (key != null) {
            StructuredFields.bytes(out.append(";pk="), key);
        }
    }
}

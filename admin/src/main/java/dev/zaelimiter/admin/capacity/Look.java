package dev.zaelimiter.admin.capacity;

import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the limits of an entity on a resource stood at one moment.
 *
 * @param time when
 * @param lines a line for each limit, the entity's own first, then its parent's
 */
public record Look(Instant time, List<Line> lines) {

    /** Copies the list. */
    public Look {
        lines = List.copyOf(lines);
    }

    /**
     * One limit.
     *
     * @param entity whose: the entity, or its parent
     * @param limit its definition
     * @param level where it came from; null if the bucket alone still carries it
     * @param balance whole tokens now, negative in debt
     * @param consumedPerSecond tokens taken a second since the look before, net; null at the first look
     * @param refuses whether one token would be refused now
     * @param retryMillis after how long it would not be; null if never
     * @param refusals how many of the looks until now found it so
     */
    public record Line(
            String entity,
            Limit limit,
            Level.@Nullable Kind level,
            long balance,
            @Nullable Double consumedPerSecond,
            boolean refuses,
            @Nullable Long retryMillis,
            long refusals) {

        /**
         * The limit's name.
         *
         * @return unique among the limits of one entity
         */
        public String name() {
            return limit.name();
        }

        /**
         * The most that the limit holds.
         *
         * @return whole tokens
         */
        public long capacity() {
            return limit.capacity();
        }
    }
}

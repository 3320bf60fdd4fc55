package dev.zaelimiter.cli.admin.watch;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the limits stood at one moment.
 *
 * @param time when
 * @param lines a line for each limit, the entity's own first, then its parent's
 */
record Look(Instant time, List<Line> lines) {

    Look {
        lines = List.copyOf(lines);
    }

    /**
     * One limit.
     *
     * @param entity whose: the entity, or its parent
     * @param name of the limit
     * @param balance whole tokens now, negative in debt
     * @param capacity whole tokens at most
     * @param consumedPerSecond tokens taken a second since the look before, net; null at the first look
     * @param refuses whether one token would be refused now
     * @param retryMillis after how long it would not be; null if never
     * @param refusals how many of the looks until now found it so
     */
    record Line(
            String entity,
            String name,
            long balance,
            long capacity,
            @Nullable Double consumedPerSecond,
            boolean refuses,
            @Nullable Long retryMillis,
            long refusals) {}
}

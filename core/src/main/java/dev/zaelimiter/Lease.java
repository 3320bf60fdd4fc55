package dev.zaelimiter;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * Tokens that were taken, and the right to correct how many it really was.
 *
 * <p>{@link #settle} and {@link #adjust} are remembered here and written once, when the lease ends with
 * {@link #keep()}: for the entity and, where it cascades, for its parent. They are never refused and may take a bucket
 * into debt. A lease ends once: kept, or given back. After that each of its verbs throws {@link LeaseEndedException},
 * except {@link #close()}, which then does nothing.
 *
 * <p>Safe for use by many threads.
 */
public interface Lease extends AutoCloseable {

    /**
     * Whose tokens.
     *
     * @return the entity
     */
    String entity();

    /**
     * On what.
     *
     * @return the resource
     */
    String resource();

    /**
     * What this lease holds of a limit at present, corrections included.
     *
     * @param limit a limit's name
     * @return whole tokens; 0 for a limit that was not asked for
     */
    long held(String limit);

    /**
     * How the limits stood when this was granted, with what was taken taken off. It is what the store answered then, so
     * asking makes no call; nothing is worked out before somebody asks. Where the request waited, it is as of the end
     * of the wait. Of a bucket in several shards, the shard that granted it is told as it was then, and the others as
     * this process has last seen them when this is asked for the first time. So is a bucket in memory of which many
     * threads take at the same time: with what others took meanwhile taken off, too.
     *
     * <p>{@link #take} brings the limits that it names up to date. {@link #settle}, {@link #adjust} and the end change
     * nothing here.
     *
     * @return a status for each limit asked of: the entity's first, then the parent's; none is exceeded, and
     *     {@link LimitStatus#requested()} is what was taken. None of a bucket whose limits did not decide: the store
     *     gave no answer ({@link #degraded()}), or an operator let the request past them ({@link #bypassed()})
     */
    List<LimitStatus> statuses();

    /**
     * What was left of a limit when this was granted, by {@link #statuses()}: the least of the entity's and the
     * parent's.
     *
     * @param limit a limit's name
     * @return whole tokens, 0 to the capacity; empty if no such limit was asked, or none decided
     */
    default OptionalLong available(String limit) {
        return statuses().stream()
                .filter(status -> status.limit().name().equals(limit))
                .mapToLong(LimitStatus::available)
                .min();
    }

    /**
     * Whether the store gave no answer and the request was admitted all the same, by {@link OnUnavailable#ALLOW}.
     * Nothing is known to be taken; corrections and the end of such a lease write nothing.
     *
     * @return true if degraded
     */
    boolean degraded();

    /**
     * Whether an operator let the entity past its limits on this resource ({@link Access#BYPASS}) when this was taken.
     * What is held is counted as consumed, corrections included, and no balance of the entity moves. Its parent's
     * limits may have decided all the same.
     *
     * @return true if all that was taken so far was bypassed
     */
    boolean bypassed();

    /**
     * Says what was really used in total. May be repeated: the last word counts.
     *
     * @param limit a limit of the request
     * @param total whole tokens, 0 to 10^15
     * @throws LeaseEndedException if the lease has ended
     * @throws InvalidInputException if the limit was not asked for, or the total is out of range
     */
    void settle(String limit, long total);

    /**
     * Adds to, or takes off, what is held.
     *
     * @param limit a limit of the request
     * @param delta whole tokens, -10^15 to 10^15; the result may not be below 0 or above 10^15
     * @throws LeaseEndedException if the lease has ended
     * @throws InvalidInputException if the limit was not asked for, or the result is out of range
     */
    void adjust(String limit, long delta);

    /**
     * Takes more, now, if it fits; one round trip, or more with a parent. Given back with the rest.
     *
     * @param limit a limit of the entity and resource, asked for before or not
     * @param more whole tokens, 0 to 10^15
     * @return granted with this lease, or refused with nothing taken
     * @throws LeaseEndedException if the lease has ended; what a racing end had not seen is given back
     * @throws RateLimiterUnavailableException if the store gave no answer in time and the policy is to block
     */
    Decision take(String limit, long more);

    /**
     * {@link #take} without blocking the calling thread.
     *
     * @param limit as in {@link #take}
     * @param more as in {@link #take}
     * @return completes as {@link #take} returns or throws
     */
    CompletableFuture<Decision> takeAsync(String limit, long more);

    /**
     * Ends the lease: the corrections are written, without waiting for them. If the write fails it is retried, and
     * reported to the {@link LimiterListener} if it is lost.
     *
     * @throws LeaseEndedException if the lease has ended
     */
    void keep();

    /**
     * Ends the lease: everything taken goes back, without waiting for it. A balance never rises above its ceiling.
     *
     * @throws LeaseEndedException if the lease has ended
     */
    void giveBack();

    /**
     * Keeps, unless the lease has ended: what a caller forgets to keep or give back must count as used. May be called
     * more than once.
     */
    @Override
    void close();
}

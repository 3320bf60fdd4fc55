package dev.zaelimiter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Why a request was refused. A value, not an error: it answers which limit, whose, how much is there, and when to come
 * back, or that coming back is no use. Nothing was taken. Immutable.
 */
public final class Refusal {

    private final String entity;
    private final String resource;
    private final List<LimitStatus> statuses;
    private final boolean contended;
    private final long contendedRetryMillis;

    private Refusal(
            String entity, String resource, List<LimitStatus> statuses, boolean contended, long contendedRetryMillis) {
        this.entity = entity;
        this.resource = resource;
        this.statuses = List.copyOf(statuses);
        this.contended = contended;
        this.contendedRetryMillis = contendedRetryMillis;
    }

    /**
     * A refusal because a limit is exceeded.
     *
     * @param entity whose request
     * @param resource on what
     * @param statuses every limit asked of, the entity's first, then the parent's
     * @return the refusal
     */
    public static Refusal exceeded(String entity, String resource, List<LimitStatus> statuses) {
        return new Refusal(entity, resource, statuses, false, 0);
    }

    /**
     * A refusal because too many writers want the last tokens at the same time.
     *
     * @param entity whose request
     * @param resource on what
     * @param statuses every limit asked of, as last seen
     * @param retryMillis milliseconds after which it is worth another try
     * @return the refusal
     */
    public static Refusal contended(String entity, String resource, List<LimitStatus> statuses, long retryMillis) {
        return new Refusal(entity, resource, statuses, true, retryMillis);
    }

    /**
     * Whose request.
     *
     * @return the entity
     */
    public String entity() {
        return entity;
    }

    /**
     * On what.
     *
     * @return the resource
     */
    public String resource() {
        return resource;
    }

    /**
     * Every limit asked of: the entity's first, then the parent's.
     *
     * @return violated and passed ones
     */
    public List<LimitStatus> statuses() {
        return statuses;
    }

    /**
     * The limits that refuse the request.
     *
     * @return the exceeded ones among {@link #statuses()}
     */
    public List<LimitStatus> violations() {
        return exceeded(true);
    }

    /**
     * The limits that would have granted it.
     *
     * @return the others among {@link #statuses()}
     */
    public List<LimitStatus> passed() {
        return exceeded(false);
    }

    private List<LimitStatus> exceeded(boolean wanted) {
        List<LimitStatus> found = new ArrayList<>(statuses.size());
        for (LimitStatus status : statuses) {
            if (status.exceeded() == wanted) {
                found.add(status);
            }
        }
        return List.copyOf(found);
    }

    /**
     * The bottleneck: a violated limit that never fits, otherwise the one with the longest wait.
     *
     * @return empty only if the request was refused for contention with no limit violated
     */
    public Optional<LimitStatus> primary() {
        LimitStatus primary = null;
        for (LimitStatus status : statuses) {
            if (status.exceeded() && (primary == null || waitOf(status) > waitOf(primary))) {
                primary = status;
            }
        }
        return Optional.ofNullable(primary);
    }

    private static long waitOf(LimitStatus status) {
        return status.everFits() ? status.retryAfterMillis() : Long.MAX_VALUE;
    }

    /**
     * Whether too many writers wanted the last tokens at the same time, rather than a limit being exceeded; also true
     * if the missing tokens came back before the refusal could be told.
     *
     * @return true for contention
     */
    public boolean contended() {
        return contended;
    }

    /**
     * Whether coming back can help.
     *
     * @return false if more is asked of some limit than its capacity, or than is left of a budget
     */
    public boolean everFits() {
        for (LimitStatus status : statuses) {
            if (!status.everFits()) {
                return false;
            }
        }
        return true;
    }

    /**
     * When to come back.
     *
     * @return the wait of the bottleneck, or empty if the request can never fit
     */
    public Optional<Duration> retryAfter() {
        if (!everFits()) {
            return Optional.empty();
        }
        long millis = contended ? contendedRetryMillis : 0;
        for (LimitStatus status : statuses) {
            if (status.exceeded()) {
                millis = Math.max(millis, waitOf(status));
            }
        }
        return Optional.of(Duration.ofMillis(millis));
    }

    /**
     * The value of an HTTP {@code Retry-After} header.
     *
     * @return whole seconds, rounded up, at least 1; empty if the request can never fit
     */
    public Optional<String> retryAfterHeader() {
        return retryAfter().map(wait -> Long.toString(Math.max(1, (wait.toMillis() + 999) / 1000)));
    }

    /**
     * The same refusal with other names for its entities: for answers and logs that must not tell ids, such as API
     * keys.
     *
     * @param shown what to show for an id; called for the entity and for its parent
     * @return a refusal that differs in the names of its entities alone
     */
    public Refusal redacted(UnaryOperator<String> shown) {
        List<LimitStatus> redacted = new ArrayList<>(statuses.size());
        for (LimitStatus status : statuses) {
            redacted.add(status.of(shown.apply(status.entity())));
        }
        return new Refusal(shown.apply(entity), resource, redacted, contended, contendedRetryMillis);
    }

    /**
     * One line for people. It begins with the entity of the bottleneck; where limits of others are exceeded too, each
     * is followed by whose it is. For a line without ids see {@link #redacted}.
     *
     * @return for example {@code Rate limit exceeded for user-1/gpt-4: [rpm]. Retry after 3.6s}, or {@code Rate limit
     *     exceeded for org/gpt-4: [rpm of user-1, rpm of org]. Retry after 3.6s}
     */
    public String message() {
        return RefusalText.message(this);
    }

    /**
     * A map that any JSON library can write, with the same keys as the Python system's {@code as_dict}; a wait that
     * would never end is null. It names the entities: see {@link #redacted}.
     *
     * @return strings, longs, doubles, booleans, nulls, lists and maps, in a fixed order
     */
    public Map<String, @Nullable Object> toMap() {
        return RefusalText.map(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Refusal that
                && entity.equals(that.entity)
                && resource.equals(that.resource)
                && statuses.equals(that.statuses)
                && contended == that.contended
                && contendedRetryMillis == that.contendedRetryMillis;
    }

    @Override
    public int hashCode() {
        return Objects.hash(entity, resource, statuses, contended, contendedRetryMillis);
    }

    @Override
    public String toString() {
        return message() + " " + statuses;
    }
}

package dev.zaelimiter;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is asked: tokens of one or several limits together, for one entity on one resource. All of them are taken, or
 * none.
 *
 * <pre>{@code
 * AcquireRequest request = AcquireRequest.entity("key-abc").resource("gpt-4")
 *     .take("rpm", 1)
 *     .take("tpm", 500)
 *     .waitAtMost(Duration.ofSeconds(2))
 *     .build();
 * }</pre>
 *
 * <p>Immutable and safe to share; a request that is built once and used often is the fastest form.
 */
public final class AcquireRequest {

    /** The most limits in one request and on one resource. */
    public static final int MAX_LIMITS = 20;

    private final String entity;
    private final String resource;
    /** The builder's own arrays, which may be longer than {@link #size} and are never changed once they are here. */
    private final String[] names;

    private final long[] amounts;
    private final int size;
    private final long waitNanos;
    private final @Nullable List<Limit> limits;
    private final @Nullable OnUnavailable onUnavailable;

    private AcquireRequest(Builder builder) {
        this.entity = builder.entity;
        String resource = builder.resource;
        this.resource = resource == null ? Names.resource(null) : resource;
        this.size = builder.size;
        this.names = builder.names;
        this.amounts = builder.amounts;
        this.waitNanos = builder.waitNanos;
        this.limits = builder.limits;
        this.onUnavailable = builder.onUnavailable;
    }

    private AcquireRequest(AcquireRequest other, long waitNanos) {
        this.entity = other.entity;
        this.resource = other.resource;
        this.size = other.size;
        this.names = other.names;
        this.amounts = other.amounts;
        this.waitNanos = waitNanos;
        this.limits = other.limits;
        this.onUnavailable = other.onUnavailable;
    }

    /**
     * Starts a request.
     *
     * @param entity who asks: a letter or digit, then letters, digits and {@code _ . - : @}, up to 256
     * @return a builder; call {@link Builder#resource} next
     * @throws InvalidInputException if the entity breaks its rule
     */
    public static Builder entity(String entity) {
        return new Builder(Names.entity("entity", entity));
    }

    /**
     * A request for tokens of one limit, in one line.
     *
     * @param entity who asks, as in {@link #entity(String)}
     * @param resource what is used, as in {@link Builder#resource}
     * @param limit the limit's name
     * @param amount tokens, 0 to 10^15
     * @return the request; it does not wait
     * @throws InvalidInputException naming the argument that breaks its rule
     */
    public static AcquireRequest of(String entity, String resource, String limit, long amount) {
        return entity(entity).resource(resource).take(limit, amount).build();
    }

    /**
     * A builder that holds all that this request asks, to go on from.
     *
     * @return a builder of its own; this request stays as it is
     */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /**
     * The same request with another wait: a request that is kept can carry what is left of a deadline.
     *
     * @param wait as in {@link Builder#waitAtMost}
     * @return a request that asks for the same; this one if it waits as long already
     */
    public AcquireRequest withWait(Duration wait) {
        long nanos = Builder.bounded(wait);
        return nanos == waitNanos ? this : new AcquireRequest(this, nanos);
    }

    /**
     * Who asks.
     *
     * @return the entity
     */
    public String entity() {
        return entity;
    }

    /**
     * What is used.
     *
     * @return the resource
     */
    public String resource() {
        return resource;
    }

    /**
     * How many limits are named.
     *
     * @return 1 to {@value #MAX_LIMITS}
     */
    public int size() {
        return size;
    }

    /**
     * The name of a limit, in the order given.
     *
     * @param index 0 to {@link #size()} - 1
     * @return a limit's name
     */
    public String limit(int index) {
        return names[Objects.checkIndex(index, size)];
    }

    /**
     * What is asked of a limit, in the order given.
     *
     * @param index 0 to {@link #size()} - 1
     * @return tokens, 0 to 10^15
     */
    public long amount(int index) {
        return amounts[Objects.checkIndex(index, size)];
    }

    /**
     * How long the caller would wait for tokens that are not there yet.
     *
     * @return zero (the default) for no wait
     */
    public Duration waitAtMost() {
        return Duration.ofNanos(waitNanos);
    }

    /**
     * Limits that came with the call.
     *
     * @return the limits that came with this request, or null
     */
    public @Nullable List<Limit> limits() {
        return limits;
    }

    /**
     * What to do when the store gives no answer.
     *
     * @return the policy of this request, or null for the stored or the repository's one
     */
    public @Nullable OnUnavailable onUnavailable() {
        return onUnavailable;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AcquireRequest that
                && entity.equals(that.entity)
                && resource.equals(that.resource)
                && Arrays.equals(names, 0, size, that.names, 0, that.size)
                && Arrays.equals(amounts, 0, size, that.amounts, 0, that.size)
                && waitNanos == that.waitNanos
                && Objects.equals(limits, that.limits)
                && onUnavailable == that.onUnavailable;
    }

    @Override
    public int hashCode() {
        int hash = Objects.hash(entity, resource, waitNanos, limits, onUnavailable);
        for (int i = 0; i < size; i++) {
            hash = 31 * (31 * hash + names[i].hashCode()) + Long.hashCode(amounts[i]);
        }
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder text =
                new StringBuilder(entity).append('/').append(resource).append(" take {");
        for (int i = 0; i < size; i++) {
            text.append(i == 0 ? "" : ", ").append(names[i]).append('=').append(amounts[i]);
        }
        return text.append('}').toString();
    }

    /** Collects a request. Not for use by several threads; may be built from more than once. */
    public static final class Builder {

        private static final Duration LONGEST_WAIT = Duration.ofDays(365);

        private final String entity;
        private @Nullable String resource;
        private String[] names = new String[2];
        private long[] amounts = new long[2];
        private int size;
        /** Whether a request that was built holds the arrays, so that they may not be changed any more. */
        private boolean shared;

        private long waitNanos;
        private @Nullable List<Limit> limits;
        private @Nullable OnUnavailable onUnavailable;

        private Builder(String entity) {
            this.entity = entity;
        }

        private Builder(AcquireRequest request) {
            this.entity = request.entity;
            this.resource = request.resource;
            this.names = request.names;
            this.amounts = request.amounts;
            this.size = request.size;
            this.shared = true;
            this.waitNanos = request.waitNanos;
            this.limits = request.limits;
            this.onUnavailable = request.onUnavailable;
        }

        /**
         * Says what is used.
         *
         * @param resource a letter, then letters, digits and {@code _ . - / :}, up to 64
         * @return this builder
         * @throws InvalidInputException if the resource breaks its rule
         */
        public Builder resource(String resource) {
            this.resource = Names.resource(resource);
            return this;
        }

        /**
         * Asks for tokens of one limit.
         *
         * @param limit a limit's name
         * @param amount tokens, 0 to 10^15; a take of 0 is always granted
         * @return this builder
         * @throws InvalidInputException if the name or the amount is not allowed, the limit was named already, or there
         *     are more than {@value AcquireRequest#MAX_LIMITS}
         */
        public Builder take(String limit, long amount) {
            Names.limit("take", limit);
            if (amount < 0 || amount > Limit.MAX_AMOUNT) {
                throw new InvalidInputException("take(" + limit + ")", amount, "0 to 10^15 whole tokens");
            }
            for (int i = 0; i < size; i++) {
                if (names[i].equals(limit)) {
                    throw new InvalidInputException("take", limit, "each limit once");
                }
            }
            if (size == MAX_LIMITS) {
                throw new InvalidInputException("take", limit, "at most " + MAX_LIMITS + " limits");
            }
            if (shared || size == names.length) {
                int length = size == names.length ? 2 * size : names.length;
                names = Arrays.copyOf(names, length);
                amounts = Arrays.copyOf(amounts, length);
                shared = false;
            }
            names[size] = limit;
            amounts[size++] = amount;
            return this;
        }

        /**
         * Waits for tokens that will be there soon enough, first come first served. A request that can't be met in time
         * is refused immediately.
         *
         * @param wait the longest wait; a negative one is no wait, more than a year counts as a year
         * @return this builder
         */
        public Builder waitAtMost(Duration wait) {
            this.waitNanos = bounded(wait);
            return this;
        }

        private static long bounded(Duration wait) {
            Objects.requireNonNull(wait, "waitAtMost");
            Duration bounded = wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
            return bounded.isNegative() ? 0 : bounded.toNanos();
        }

        /**
         * Brings limits with the call. Where one of that name is stored, this request is held to the narrower of both:
         * the lower capacity and the slower rate. They are written only where they create the bucket or a limit that it
         * lacks.
         *
         * @param limits 1 to {@value AcquireRequest#MAX_LIMITS}, no two of one name
         * @return this builder
         * @throws InvalidInputException if there are none, too many, or two of one name
         */
        public Builder limits(Limit... limits) {
            return limits(List.of(limits));
        }

        /**
         * Brings limits with the call, as {@link #limits(Limit...)}.
         *
         * @param limits 1 to {@value AcquireRequest#MAX_LIMITS}, no two of one name
         * @return this builder
         * @throws InvalidInputException if there are none, too many, or two of one name
         */
        public Builder limits(List<Limit> limits) {
            this.limits = LimitList.checked(limits);
            return this;
        }

        /**
         * Says what to do when the store gives no answer, for this request alone.
         *
         * @param policy the policy
         * @return this builder
         */
        public Builder onUnavailable(OnUnavailable policy) {
            this.onUnavailable = Objects.requireNonNull(policy, "policy");
            return this;
        }

        /**
         * Builds the request.
         *
         * @return an immutable request
         * @throws InvalidInputException if no resource was given, or nothing is taken
         */
        public AcquireRequest build() {
            if (resource != null && size == 0) {
                throw new InvalidInputException("take", Map.of(), "at least one limit; an amount may be 0");
            }
            AcquireRequest request = new AcquireRequest(this);
            shared = true;
            return request;
        }
    }
}

package dev.zaelimiter.micrometer;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.Refusal;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of one repository. It listens, so it is made first, given to the repository, and then bound to a
 * registry:
 *
 * <pre>{@code
 * LimiterMetrics metrics = LimiterMetrics.builder().build();
 * LimitRepository repository = EmbeddedRepository.builder().listener(metrics).build();
 * metrics.bindTo(registry, repository);
 * }</pre>
 *
 * <p>The number of series is bounded, whatever the number of entities, resources and limits. No entity becomes a tag,
 * except those that {@link Builder#entities} names. As it is built by default, it costs nothing where a store in memory
 * grants within the call: the repository counts these anyway. Safe for use by many threads.
 */
public final class LimiterMetrics implements LimiterListener {

    private final Tags tags;
    private final boolean byResource;
    private final Set<String> entities;
    private final int maxResources;
    private final List<EventMeters> bound = new CopyOnWriteArrayList<>();

    private LimiterMetrics(Builder builder) {
        this.tags = builder.tags;
        this.byResource = builder.byResource;
        this.entities = builder.entities;
        this.maxResources = builder.maxResources;
    }

    /**
     * Starts with no tags of one's own, and neither resources nor entities in the tags of grants.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Registers the meters. May be called once for each registry; what happened before is in the counters of the
     * repository, not in the timers.
     *
     * @param registry where
     * @param repository whose; the one that this listens to. Held weakly
     */
    public void bindTo(MeterRegistry registry, LimitRepository repository) {
        StatisticsMeters.register(registry, tags, repository);
        bound.add(new EventMeters(registry, tags, byResource, entities, maxResources));
    }

    private void each(Consumer<EventMeters> event) {
        for (EventMeters meters : bound) {
            event.accept(meters);
        }
    }

    @Override
    public boolean hearsImmediateGrants() {
        return byResource || !entities.isEmpty();
    }

    @Override
    public void granted(AcquireRequest request, long waitNanos) {
        each(meters -> meters.granted(request, waitNanos));
    }

    @Override
    public void refused(Refusal refusal, boolean local) {
        each(meters -> meters.refused(refusal));
    }

    @Override
    public void degraded(String entity, String resource, boolean admitted, @Nullable Throwable cause) {
        each(meters -> meters.degraded(entity, resource, admitted));
    }

    @Override
    public void wrote(BucketWrite write) {
        each(meters -> meters.wrote(write));
    }

    @Override
    public void lostAdjustment(String entity, String resource, String limit, long delta, @Nullable Throwable cause) {
        each(meters -> meters.lost(delta));
    }

    /** What differs from the usual. Not for use by several threads. */
    public static final class Builder {

        private static final int MOST_ENTITIES = 100;
        private static final int USUAL_RESOURCES = 100;
        private static final int MOST_RESOURCES = 1000;

        private Tags tags = Tags.empty();
        private boolean byResource;
        private Set<String> entities = Set.of();
        private int maxResources = USUAL_RESOURCES;

        private Builder() {}

        /**
         * Tags of every meter, to tell several repositories apart.
         *
         * @param more keys and values in turn
         * @return this builder
         */
        public Builder tags(String... more) {
            tags = tags.and(more);
            return this;
        }

        /**
         * Counts requests by resource too. Then the repository tells of each grant: in memory that costs as much as an
         * acquire.
         *
         * @return this builder
         */
        public Builder byResource() {
            byResource = true;
            return this;
        }

        /**
         * Counts requests of these entities, each by its name. Then the repository tells of each grant, as above.
         *
         * @param allowed at most 100 ids; the only ones that ever become tags
         * @return this builder
         * @throws dev.zaelimiter.InvalidInputException if there are more
         */
        public Builder entities(Collection<String> allowed) {
            entities = Bounded.atMost("entities", Set.copyOf(allowed), MOST_ENTITIES);
            return this;
        }

        /**
         * How many resources are told apart; the others count as {@code other}. Of pairs of a resource and a limit
         * there are twice as many.
         *
         * @param most 1 to 1000; by default 100
         * @return this builder
         * @throws dev.zaelimiter.InvalidInputException if it is out of range
         */
        public Builder maxResources(int most) {
            maxResources = Bounded.inRange("maxResources", most, MOST_RESOURCES);
            return this;
        }

        /**
         * Builds it.
         *
         * @return a listener, for one repository
         */
        public LimiterMetrics build() {
            return new LimiterMetrics(this);
        }
    }
}

package dev.zaelimiter.micrometer;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimiterListener;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes an observation, and so a span, of each acquire that waits: for the store, for those before it, or for tokens.
 * One that is decided within the call, from memory, makes none, and costs nothing. The span's parent is the observation
 * that is current on the calling thread.
 *
 * <p>Its name is {@value #NAME}; of low cardinality are {@code resource} (the first 100 names; then {@code other}) and
 * {@code outcome}. The entity is told only if that was asked for. Safe for use by many threads.
 */
public final class LimiterObservations implements LimiterListener {

    /** The name of the observation. */
    public static final String NAME = "zae.limiter.acquire";

    private static final int MOST_RESOURCES = 100;

    private final Supplier<ObservationRegistry> registry;
    private final boolean withEntity;
    private final Bounded<String, KeyValue> resources =
            new Bounded<>(MOST_RESOURCES, Bounded.OTHER, name -> KeyValue.of("resource", name));

    private LimiterObservations(Supplier<ObservationRegistry> registry, boolean withEntity) {
        this.registry = registry;
        this.withEntity = withEntity;
    }

    /**
     * Observations without entities.
     *
     * @param registry where they are handled; asked for each time
     * @return a listener
     */
    public static LimiterObservations to(Supplier<ObservationRegistry> registry) {
        return new LimiterObservations(registry, false);
    }

    /**
     * The same with the entity as a value of high cardinality: for tracing systems that may see the ids of your
     * callers.
     *
     * @return a listener
     */
    public LimiterObservations withEntity() {
        return new LimiterObservations(registry, true);
    }

    @Override
    public boolean hearsImmediateGrants() {
        return false;
    }

    @Override
    public @Nullable PendingRequest pending(AcquireRequest request) {
        ObservationRegistry current = registry.get();
        if (current.isNoop()) {
            return null;
        }
        KeyValue resource = resources.get(request.resource());
        Observation observation = Observation.createNotStarted(NAME, current)
                .contextualName("acquire " + resource.getValue())
                .lowCardinalityKeyValue(resource)
                .lowCardinalityKeyValue("outcome", "unknown");
        if (withEntity) {
            observation.highCardinalityKeyValue("entity", request.entity());
        }
        observation.start();
        return (end, failure) -> {
            observation.lowCardinalityKeyValue("outcome", StatisticsMeters.lower(end));
            if (failure != null) {
                observation.error(failure);
            }
            observation.stop();
        };
    }
}

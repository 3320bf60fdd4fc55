package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.internal.facets.EngineRepository;

/** Plants the bug of a cascade that asks child and parent at once, however little is left. */
public final class CascadeAtOnce {

    private CascadeAtOnce() {}

    /**
     * Plants it.
     *
     * @param repository in this engine
     */
    public static void plant(LimitRepository repository) {
        ((EngineRepository) repository).limiters().atOnce((child, parent, takes) -> true);
    }
}

package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.ItemStore;

/**
 * Collects what each host of an aggregator is told about it. Not for use by several threads.
 *
 * @param <B> the builder itself
 */
abstract class HostBuilder<B extends HostBuilder<B>> {

    final Aggregator.Builder aggregator;

    HostBuilder(ItemStore store, Environment environment) {
        this.aggregator = Aggregator.builder(store, environment);
    }

    abstract B self();

    /**
     * How it aggregates.
     *
     * @param settings by default {@link AggregatorSettings#defaults}
     * @return this builder
     */
    public B settings(AggregatorSettings settings) {
        aggregator.settings(settings);
        return self();
    }

    /**
     * Where expired records of changes go.
     *
     * @param sink by default nowhere
     * @return this builder
     */
    public B archive(ArchiveSink sink) {
        aggregator.archive(sink);
        return self();
    }

    /**
     * Where changes go that can't be counted.
     *
     * @param keeper by default nowhere
     * @return this builder
     */
    public B deadLetters(DeadLetters keeper) {
        aggregator.deadLetters(keeper);
        return self();
    }

    /**
     * Who hears what it does.
     *
     * @param listener by default nobody
     * @return this builder
     */
    public B listener(AggregatorListener listener) {
        aggregator.listener(listener);
        return self();
    }
}

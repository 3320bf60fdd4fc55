package dev.zaelimiter.tests;

import dev.zaelimiter.Environment;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.testkit.FaultyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Several processes, each a repository of its own, on one store and one clock that a test moves. Which store, the
 * {@link ScenarioStores} say.
 */
final class Fleet implements AutoCloseable {

    final ManualClock clock = new ManualClock();
    final FaultyStore store;
    private final ChangeFeed feed;
    private final List<ChangeRecord> changes = new ArrayList<>();
    private final List<LimitRepository> open = new ArrayList<>();

    Fleet() {
        this(ScenarioStores::open);
    }

    /** On a store that the test chooses. */
    Fleet(Function<ManualClock, ItemStore> opening) {
        store = FaultyStore.over(opening.apply(clock));
        feed = store.changes();
    }

    LimitRepository process() {
        return process(builder -> builder);
    }

    /** Another process, with settings of its own. */
    LimitRepository process(UnaryOperator<RepositoryBuilder> settings) {
        return process(clock, settings);
    }

    /** Another process whose host tells another time. */
    LimitRepository process(Environment environment, UnaryOperator<RepositoryBuilder> settings) {
        LimitRepository repository = settings.apply(RepositoryBuilder.on(store)
                        .environment(environment)
                        .namespace("scenarios")
                        .inlineCallbacks())
                .build();
        open.add(repository);
        return repository;
    }

    List<LimitRepository> processes(int count) {
        List<LimitRepository> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(process());
        }
        return all;
    }

    void millis(long millis) {
        clock.advance(Duration.ofMillis(millis));
    }

    void seconds(long seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    /** The bucket as it is stored, or null if there is none. */
    Item bucket(String entity, String resource) {
        String key = "/BUCKET#" + entity + "#" + resource + "#0";
        Item latest = null;
        for (ChangeRecord change : changes()) {
            if (change.key().pk().endsWith(key)) {
                latest = change.after();
            }
        }
        return latest;
    }

    /** Everything that ever changed in the store, in order. */
    List<ChangeRecord> changes() {
        for (List<ChangeRecord> more = feed.poll(1000).join();
                !more.isEmpty();
                more = feed.poll(1000).join()) {
            changes.addAll(more);
        }
        return changes;
    }

    @Override
    public void close() {
        store.clearScript();
        store.up();
        store.release();
        open.forEach(LimitRepository::close);
        store.close();
    }
}

package dev.zaelimiter.dashboard;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;

/** A repository whose time a test moves, with a dashboard. */
final class World implements AutoCloseable {

    static final String KEY = "a-key-that-tests-know-1";
    static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    final ManualClock clock = new ManualClock(START);
    final LimitRepository repository;
    final Dashboard dashboard;
    final Web web;
    private final ItemStore store;

    private World(UnaryOperator<ItemStore> around, UnaryOperator<Dashboard.Builder> settings) {
        this.store = around.apply(new InMemoryStore(clock));
        this.repository =
                RepositoryBuilder.on(store).environment(clock).principal("alice").build();
        Dashboard.Builder builder = Dashboard.of(repository)
                .port(0)
                .title("in memory, namespace default")
                .every(Duration.ofSeconds(1))
                .environment(clock)
                .key(KEY);
        this.dashboard = settings.apply(builder).start();
        this.web = new Web(dashboard.port());
    }

    static World of(UnaryOperator<Dashboard.Builder> settings) {
        return new World(store -> store, settings);
    }

    static World showing() {
        return of(builder -> builder);
    }

    static World on(UnaryOperator<ItemStore> around) {
        return new World(around, builder -> builder);
    }

    /** One that may change limits. */
    static World changing() {
        World[] world = new World[1];
        return new World(store -> store, builder -> builder) {}.open();
    }

    Administration admin() {
        return Administration.of(repository).actingAs("alice");
    }

    boolean take(String entity, String resource, String limit, long amount) {
        Decision decision = repository.rateLimiter().tryAcquire(AcquireRequest.entity(entity).resource(resource).take(limit, amount).build());
        return decision.isGranted();
    }

    @Override
    public void close() {
        dashboard.close();
        repository.close();
        store.close();
    }
}

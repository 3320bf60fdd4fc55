package dev.zaelimiter.dashboard;

import dev.zaelimiter.Decision;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.testkit.FaultyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/** A repository whose time a test moves, with a dashboard. */
final class RunningDashboard implements AutoCloseable {

    static final String KEY = "a-key-that-tests-know-1";
    static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    final ManualClock clock = new ManualClock(START);
    final FaultyStore store = FaultyStore.over(new InMemoryStore(clock));
    final LimitRepository repository;
    final Administration admin;
    final Dashboard dashboard;
    final Web web;

    private RunningDashboard(boolean changes, Consumer<Dashboard.Builder> settings) {
        this.repository = RepositoryBuilder.on(store).environment(clock).build();
        this.admin = Administration.of(repository).actingAs("alice");
        Dashboard.Builder builder = Dashboard.of(repository)
                .port(0)
                .title("in memory, namespace default")
                .every(Duration.ofSeconds(5))
                .environment(clock)
                .key(KEY);
        if (changes) {
            builder.allowChanges(admin);
        }
        settings.accept(builder);
        this.dashboard = builder.start();
        this.web = new Web(dashboard.port());
    }

    /** One that shows. */
    static RunningDashboard showing() {
        return new RunningDashboard(false, builder -> {});
    }

    static RunningDashboard showing(Consumer<Dashboard.Builder> settings) {
        return new RunningDashboard(false, settings);
    }

    /** One that may change limits. */
    static RunningDashboard changing() {
        return new RunningDashboard(true, builder -> {});
    }

    boolean take(String entity, String resource, String limit, long amount) {
        return repository.rateLimiter().tryAcquire(entity, resource, limit, amount) instanceof Decision.Granted;
    }

    void pass(long seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    @Override
    public void close() {
        dashboard.close();
        repository.close();
        store.close();
    }
}

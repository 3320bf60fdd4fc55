package dev.zaelimiter.benchmarks.scale;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import java.util.SplittableRandom;

/** The real engine in some processes, on one modelled table, in virtual time. One run. */
final class OurPath {

    private static final String LIMIT = "calls";
    private static final AcquireRequest REQUEST =
            AcquireRequest.entity("tenant").resource("api").take(LIMIT, 1).build();

    private final VirtualTime timeline = new VirtualTime();
    private final TablePartitions partitions = new TablePartitions();
    private final Load load;
    private final Measured measured;
    private final ItemStore store;
    private final WindowOfGrants law;

    OurPath(Load load) {
        this.load = load;
        this.measured = new Measured(load.seconds());
        this.store = new InMemoryStore(new VirtualProcess(timeline, new SplittableRandom(load.seed())));
        this.law = new WindowOfGrants(load.limitPerSecond());
    }

    Measured run() {
        SplittableRandom random = new SplittableRandom(load.seed());
        LimitRepository operator = RepositoryBuilder.on(store)
                .environment(new VirtualProcess(timeline, random.split()))
                .build();
        operator.limits().setResourceDefaults("api", Limit.perSecond(LIMIT, load.limitPerSecond()));
        for (int p = 0; p < load.processes(); p++) {
            start(random.split());
        }
        timeline.runUntil(load.warmUpSeconds() * 1_000_000_000L);
        double units = partitions.units();
        long calls = partitions.calls();
        long throttled = partitions.throttled();
        timeline.runUntil(load.seconds() * 1_000_000_000L);
        measured.units = partitions.units() - units;
        measured.calls = partitions.calls() - calls;
        measured.throttled = partitions.throttled() - throttled;
        measured.shards = partitions.writtenSince("/BUCKET#", load.warmUpSeconds() * 1_000_000_000L);
        measured.overAdmitted = law.over(2 * ModelledTable.ANSWER_NANOS);
        return measured;
    }

    private void start(SplittableRandom random) {
        ModelledTable table = new ModelledTable(timeline, random.split(), store, partitions, measured::transferred);
        LimitRepository repository = RepositoryBuilder.on(table)
                .environment(new VirtualProcess(timeline, random.split()))
                .inlineCallbacks()
                .build();
        table.open();
        AsyncRateLimiter limiter = repository.asyncRateLimiter();
        double each = (double) load.perSecond() / load.processes();
        new RandomArrivals(timeline, random.split(), each, () -> ask(limiter)).start();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // every outcome is counted
    private void ask(AsyncRateLimiter limiter) {
        long asked = timeline.nowNanos();
        limiter.tryAcquire(REQUEST).whenComplete((decision, failure) -> {
            boolean counts = timeline.nowNanos() > load.warmUpSeconds() * 1_000_000_000L;
            if (decision instanceof Decision.Granted granted) {
                law.granted(timeline.nowNanos());
                measured.admitted(asked, timeline.nowNanos(), counts);
                granted.lease().keep();
            } else if (counts && failure != null) {
                measured.failed++;
            } else if (counts) {
                measured.refused++;
            }
        });
    }
}

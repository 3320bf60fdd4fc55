package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.config.ConfigKeys;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.planning.Told;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class OutlookTest {

    private static final int ROUNDS = 100_000;

    private final Engine engine = EngineFixture.engine(new EmptyStore(), new ManualClock());
    private final Site site = EngineFixture.site(engine);
    private final Work work = new Work(engine, site);
    private final ConfigKeys levels = work.config.levels();
    private final Outlook outlook = new Outlook(engine, site, work.state::snapshot, work.config.limits());

    /**
     * Whoever looked at a bucket wrote the limits that its pipeline goes by, and could set it back to an older reading.
     */
    @Test
    void bypassed_askedWhileThePipelineResolves_neverSetsItBack() throws InterruptedException {
        readAll();
        Thread caller = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                outlook.bypassed();
            }
        });
        caller.start();
        int setBack = 0;
        for (int round = 0; round < ROUNDS; round++) {
            // Whoever looks from now on resolves anew.
            engine.configs().forget(EngineFixture.KEYS.entityConfig("another", "r"));
            readAll();
            Resolution fresh = Objects.requireNonNull(engine.configs().peek(levels));
            work.config.resolved(fresh);
            for (int again = 0; again < 50; again++) {
                Resolution known = work.config.resolution();
                setBack += known == null || known.oldestRead() < fresh.oldestRead() ? 1 : 0;
            }
        }
        caller.interrupt();
        caller.join();

        assertThat(setBack).isZero();
    }

    /** All levels are read, and hold nothing; the one that is consulted first last. */
    private void readAll() {
        List<Key> keys = new ArrayList<>(levels.keys());
        Collections.reverse(keys);
        keys.add(0, levels.record());
        long read = engine.configs().beginRead();
        keys.forEach(key -> engine.configs().offer(key, null, read, 0));
    }

    @Test
    void bypassed_limitsChangedSinceTheSnapshot_looksAgainAndNotesNothing() {
        work.config.resolved(engine.configs().resolve(levels, -1).join());
        Resolution before = work.state.limits();
        engine.configs().forget(levels.keys().get(0));

        assertThat(outlook.bypassed()).isFalse();

        assertThat(work.state.limits()).isSameAs(before);
        assertThat(work.config.resolution()).as("a level is not known any more").isNull();
    }

    /** Of 21 tokens, 42 a second, 20 were taken just now; a gap of more than five minutes is not believed. */
    private long availableAfter(Duration gap) {
        Item item = BucketFixture.item(
                0,
                1,
                List.of(Limit.custom("rps", 21, 42, Duration.ofSeconds(1))),
                Map.of("rps", 1L),
                more -> more.put("rfg", 300_000).put("rfm", 7_200_000));
        work.state.see(item, 0, 0, BucketFixture.NOW);
        long then = BucketFixture.NOW + gap.toMillis();
        return outlook.statuses(BucketFixture.ask("rps", 20).take, Told.AS_IF_BACK, then)
                .get(0)
                .available();
    }

    @Test
    void statuses_asIfBackAtATimeWhoseGapIsLeftOut_countsNotWhatIsCutBeforeItIsBack() {
        assertThat(availableAfter(Duration.ZERO)).isEqualTo(21);
        assertThat(availableAfter(Duration.ofMinutes(4))).isEqualTo(21);
        assertThat(availableAfter(Duration.ofMinutes(6))).isEqualTo(1);
    }
}

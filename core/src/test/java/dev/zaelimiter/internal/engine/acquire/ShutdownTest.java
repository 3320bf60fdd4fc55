package dev.zaelimiter.internal.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.pipeline.EmptyStore;
import dev.zaelimiter.internal.engine.pipeline.EngineFixture;
import dev.zaelimiter.internal.engine.shards.PipelineRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShutdownTest {

    private final Engine engine = EngineFixture.engine(new EmptyStore(), new ManualClock());
    private final Shutdown shutdown = new Shutdown(engine);
    private final List<String> ended = new ArrayList<>();

    private void close() {
        shutdown.close(new PipelineRegistry(engine, 16, 16));
    }

    @Test
    void close_oneWhoWaitsThrows_othersEndAndTheRepositoryToo() {
        shutdown.waits(out -> ended.add("first"));
        shutdown.waits(out -> {
            throw new IllegalStateException("broken");
        });
        shutdown.waits(out -> {
            throw new StackOverflowError("broken");
        });
        shutdown.waits(out -> ended.add("last"));
        close();
        assertThat(ended).containsExactly("first", "last");
        assertThat(engine.ended()).isTrue();
        assertThat(engine.statistics(0, 0).faults()).isEqualTo(2);
    }

    @Test
    void close_whoWaitedHasEndedBefore_isNotEndedAgain() {
        Shutdown.Waiting wait = out -> ended.add("again");
        shutdown.waits(wait);
        shutdown.waitsNoMore(wait);
        close();
        assertThat(ended).isEmpty();
    }
}

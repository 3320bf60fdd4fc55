package dev.zaelimiter.internal.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ForwardingEnvironment;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.EmptyStore;
import dev.zaelimiter.internal.engine.pipeline.EngineFixture;
import dev.zaelimiter.internal.engine.shards.PipelineRegistry;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Those who choose a shard after one look at all of them. */
class ShardChoicesTest {

    private final ManualClock clock = new ManualClock();
    private final List<CompletableFuture<@Nullable Item>> looks = new ArrayList<>();
    private boolean broken;
    private final Engine engine = EngineFixture.engine(new Held(), new Clock());
    private final BucketPipeline bucket = new PipelineRegistry(engine, 16, 16).get("e", "r", 0);
    private final ShardChoices choices = new ShardChoices();
    private final List<String> chosen = new ArrayList<>();

    private final class Held extends EmptyStore {
        @Override
        public CompletableFuture<@Nullable Item> get(Key key) {
            CompletableFuture<@Nullable Item> look = new CompletableFuture<>();
            looks.add(look);
            return look;
        }
    }

    private final class Clock extends ForwardingEnvironment {
        Clock() {
            super(clock);
        }

        @Override
        public long monotonicNanos() {
            if (broken) {
                throw new IllegalStateException("a clock that throws");
            }
            return super.monotonicNanos();
        }
    }

    private void look(FreshLook.Then choice) {
        choices.look(bucket, clock.monotonicNanos() + 1_000_000_000, false, Outbox.ofCall(), choice);
    }

    private void answer() {
        List.copyOf(looks).forEach(look -> look.complete(null));
    }

    @Test
    void look_oneThrowsAnError_thoseBehindChoose() {
        look((seen, out) -> {
            throw new StackOverflowError("broken");
        });
        look((seen, out) -> chosen.add("second"));
        answer();
        assertThat(chosen).containsExactly("second");
    }

    @Test
    void look_afterThat_chooseAgain() {
        look_oneThrowsAnError_thoseBehindChoose();
        look((seen, out) -> chosen.add("third"));
        answer();
        assertThat(chosen).containsExactly("second", "third");
    }

    /** It was logged alone. */
    @Test
    void freshLook_somethingIsThrown_isCountedAsAFaultAndTold() {
        broken = true;
        FreshLook.at(
                bucket, clock.monotonicNanos(), false, Outbox.ofCall(), (seen, out) -> chosen.add("seen: " + seen));
        broken = false;
        answer();
        assertThat(chosen).containsExactly("seen: false");
        assertThat(engine.statistics(0, 0).faults()).isEqualTo(1);
    }
}

package dev.zaelimiter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultyStoreTest {

    private static final Key KEY = Key.of("a", "b");
    private static final WriteShape PUT = WriteShape.put(null);

    private final FaultyStore store = FaultyStore.over(new InMemoryStore(new ManualClock()));

    private CompletableFuture<WriteResult> put() {
        return store.write(Write.put(PUT, Item.builder(KEY).build()));
    }

    private boolean stored() {
        return store.get(KEY).join() != null;
    }

    @Test
    void write_noFault_passes() {
        assertThat(put().join()).isInstanceOf(WriteResult.Written.class);
        assertThat(stored()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"THROTTLED", "UNREACHABLE", "DENIED", "LOST_NOT_APPLIED"})
    void write_faultBeforeTheStore_notApplied(Fault fault) {
        store.failNextWrites(fault, 1);

        assertThatThrownBy(() -> put().join()).hasCauseInstanceOf(StoreException.class);

        assertThat(stored()).isFalse();
        assertThat(put().join()).isInstanceOf(WriteResult.Written.class);
    }

    @Test
    void write_lostApplied_uncertainAndStored() {
        store.failNextWrites(Fault.LOST_APPLIED, 1);

        assertThatThrownBy(() -> put().join()).hasCauseInstanceOf(StoreException.Uncertain.class);

        assertThat(stored()).isTrue();
    }

    @Test
    void write_lostLate_storedAtRelease() {
        store.failNextWrites(Fault.LOST_LATE, 1);

        assertThatThrownBy(() -> put().join()).hasCauseInstanceOf(StoreException.Uncertain.class);
        assertThat(stored()).isFalse();
        store.release();

        assertThat(stored()).isTrue();
    }

    @Test
    void write_hang_answeredAtRelease() {
        store.failNextWrites(Fault.HANG, 1);

        CompletableFuture<WriteResult> answer = put();
        assertThat(answer).isNotDone();
        assertThat(store.held()).isEqualTo(1);
        store.release();

        assertThat(answer.join()).isInstanceOf(WriteResult.Written.class);
        assertThat(stored()).isTrue();
    }

    @Test
    void failNext_reads_failToo() {
        store.failNext(Fault.THROTTLED, 2);

        assertThatThrownBy(() -> store.get(KEY).join()).hasCauseInstanceOf(StoreException.Throttled.class);
        assertThatThrownBy(() -> store.batchGet(List.of(KEY)).join()).hasCauseInstanceOf(StoreException.class);
        assertThat(store.get(KEY).join()).isNull();
        assertThat(store.count(FaultyStore.Call.GET)).isEqualTo(2);
        assertThat(store.count()).isEqualTo(3);
    }

    @Test
    void down_untilUp_nothingPasses() {
        store.down();
        assertThatThrownBy(() -> put().join()).hasCauseInstanceOf(StoreException.Unreachable.class);
        store.up();
        assertThat(stored()).isFalse();
    }

    @Test
    void failAtRandom_sameSeed_sameFaults() {
        assertThat(outcomes(7)).isEqualTo(outcomes(7)).contains(true, false);
        assertThat(outcomes(7)).isNotEqualTo(outcomes(8));
    }

    private List<Boolean> outcomes(long seed) {
        store.failAtRandom(seed, 0.5, Fault.THROTTLED, Fault.UNREACHABLE);
        List<Boolean> failed = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            failed.add(put().isCompletedExceptionally());
        }
        return failed;
    }
}

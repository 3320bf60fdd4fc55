package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.patient;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Transfers between shards that a store refuses though they hold. */
class TransferFaultsTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    /** Refuses each transaction by the items as they are, as no store does: it stands for a plan that does not hold. */
    private static final class RefusingStore extends ForwardingStore {
        private int transactions;

        RefusingStore(Fleet fleet) {
            super(fleet.store);
        }

        @Override
        public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
            transactions++;
            Map<Integer, Item> current = new TreeMap<>();
            for (int i = 0; i < writes.size(); i++) {
                current.put(i, store.get(writes.get(i).key()).join());
            }
            return CompletableFuture.completedFuture(new TransactionResult.Refused(current));
        }
    }

    @Test
    @DisplayName("a merge that was refused by its own images was planned and sent on and on, and counted nowhere")
    void merge_refusedByItsOwnImages_isAFaultThatIsToldAndNotRepeated() {
        Divided.ofHundred(fleet, one, "hot", 2, 0);
        RefusingStore refusing = new RefusingStore(fleet);
        LimitRepository other = RepositoryBuilder.on(refusing)
                .environment(fleet.clock)
                .namespace("scenarios")
                .inlineCallbacks()
                .build();
        for (int second = 0; second < 40; second++) {
            assertThat(took(other, patient("hot", "rpm", 1, Duration.ofSeconds(1))))
                    .isTrue();
            fleet.seconds(1);
        }
        assertThat(refusing.transactions).isEqualTo(1);
        assertThat(other.statistics().faults()).isEqualTo(1);
        for (int second = 0; second < 300; second++) {
            assertThat(took(other, patient("hot", "rpm", 1, Duration.ofSeconds(1))))
                    .isTrue();
            fleet.seconds(1);
        }
        // At most one in ten seconds.
        assertThat(refusing.transactions).isLessThanOrEqualTo(31);
        assertThat(other.statistics().faults()).isEqualTo(refusing.transactions);
        other.close();
    }
}

package dev.zaelimiter.internal.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.Correction;
import dev.zaelimiter.internal.engine.pipeline.CorrectionTarget;
import dev.zaelimiter.internal.engine.planning.Tokens;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseLedgerTest {

    private final List<String> written = new ArrayList<>();
    private final Outbox out = Outbox.ofAnswer();

    /** Notes what a bucket is told: whole tokens by limit, taken or given back. */
    private final class Bucket implements CorrectionTarget {
        private final String name;

        Bucket(String name) {
            this.name = name;
        }

        @Override
        public void adjust(Correction correction, Outbox outbox) {
            note("", correction);
        }

        @Override
        public void count(Correction correction, Outbox outbox) {
            note("only counted ", correction);
        }

        private void note(String how, Correction correction) {
            for (int k = 0; k < correction.size(); k++) {
                written.add(how + name + " " + correction.name(k) + " " + correction.milli(k) / 1000);
            }
        }
    }

    private final Bucket child = new Bucket("child");
    private final Bucket parent = new Bucket("parent");

    private static AcquireRequest request(long rpm, long tpm) {
        return AcquireRequest.entity("e")
                .resource("r")
                .take("rpm", rpm)
                .take("tpm", tpm)
                .build();
    }

    private static AcquireRequest request(long rpm) {
        return AcquireRequest.entity("e").resource("r").take("rpm", rpm).build();
    }

    @Test
    void write_heldAsTaken_tellsNobody() {
        LeaseLedger.of(request(1, 100), child, parent).write(LeaseLedger.Ending.KEPT, out);

        assertThat(written).isEmpty();
    }

    @Test
    void write_settled_tellsBothBucketsTheDifference() {
        LeaseLedger ledger = LeaseLedger.of(request(1, 100), child, parent);
        ledger.hold("tpm", "settle(tpm)", 70);
        assertThat(ledger.held("tpm")).isEqualTo(70);

        ledger.write(LeaseLedger.Ending.KEPT, out);

        assertThat(written).containsExactly("child tpm -30", "parent tpm -30");
    }

    @Test
    void write_all_givesEverythingBack() {
        LeaseLedger ledger = LeaseLedger.of(request(1, 100), child, null);
        ledger.hold("tpm", "settle(tpm)", 70);

        ledger.write(LeaseLedger.Ending.GIVEN_BACK, out);

        assertThat(written).containsExactly("child rpm -1", "child tpm -100");
    }

    @Test
    void write_abandoned_keepsWhatWasSettledAndGivesBackTheRest() {
        LeaseLedger ledger = LeaseLedger.of(request(1, 100), child, null);
        ledger.hold("tpm", "settle(tpm)", 70);

        ledger.write(LeaseLedger.Ending.ABANDONED, out);

        assertThat(written).containsExactly("child rpm -1", "child tpm -30");
    }

    @Test
    void write_whatTheBucketDidNotGive_doesNotGoBackThere() {
        LeaseLedger ledger = LeaseLedger.of(request(1, 100), child, null);
        ledger.own().ofChild.missed(Tokens.of("tpm", 100_000));

        ledger.write(LeaseLedger.Ending.GIVEN_BACK, out);

        assertThat(written).containsExactly("child rpm -1");
    }

    @Test
    void write_bypassed_isCountedNoLonger() {
        LeaseLedger ledger = LeaseLedger.of(request(2), child, null);
        ledger.own().ofChild.bypassed();
        assertThat(ledger.bypassed()).isTrue();

        ledger.write(LeaseLedger.Ending.GIVEN_BACK, out);

        assertThat(written).containsExactly("only counted child rpm -2");
    }

    @Test
    void write_takenMoreLater_theLatestGrantGivesBackFirst() {
        LeaseLedger ledger = LeaseLedger.of(request(5), child, null);
        ledger.add("rpm", 3_000, LeaseLedger.of(request(3), new Bucket("later"), null), Standing.UNTOLD);
        assertThat(ledger.held("rpm")).isEqualTo(8);
        ledger.hold("rpm", "settle(rpm)", 4);

        ledger.write(LeaseLedger.Ending.KEPT, out);

        assertThat(written).containsExactly("later rpm -3", "child rpm -1");
    }

    @Test
    void write_usedMoreAfterSeveralGrants_isChargedToTheLatest() {
        LeaseLedger ledger = LeaseLedger.of(request(5), child, null);
        ledger.add("rpm", 3_000, LeaseLedger.of(request(3), new Bucket("later"), null), Standing.UNTOLD);
        ledger.hold("rpm", "settle(rpm)", 10);

        ledger.write(LeaseLedger.Ending.KEPT, out);

        assertThat(written).containsExactly("later rpm 2");
    }

    @Test
    void remove_whatWasAdded_leavesTheFirst() {
        LeaseLedger ledger = LeaseLedger.of(request(5), child, null);
        LeaseLedger more = LeaseLedger.of(request(3), new Bucket("later"), null);
        ledger.add("rpm", 3_000, more, Standing.UNTOLD);

        ledger.remove("rpm", 3_000, more);
        ledger.write(LeaseLedger.Ending.GIVEN_BACK, out);

        assertThat(ledger.held("rpm")).isEqualTo(5);
        assertThat(written).containsExactly("child rpm -5");
    }

    @Test
    void hold_limitThatWasNotAskedFor_isRefused() {
        LeaseLedger ledger = LeaseLedger.of(request(5), child, null);

        assertThatThrownBy(() -> ledger.hold("tpm", "settle(tpm)", 1))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("settle(tpm)")
                .hasMessageContaining("[rpm]");
        assertThatThrownBy(() -> ledger.hold("rpm", "settle(rpm)", -1)).isInstanceOf(InvalidInputException.class);
        assertThat(ledger.held("tpm")).isZero();
    }
}

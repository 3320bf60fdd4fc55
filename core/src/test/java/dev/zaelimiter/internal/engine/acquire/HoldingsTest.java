package dev.zaelimiter.internal.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.Correction;
import dev.zaelimiter.internal.engine.pipeline.Origin;
import dev.zaelimiter.internal.engine.planning.Tokens;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HoldingsTest {

    private final List<String> written = new ArrayList<>();
    private final Outbox out = Outbox.ofAnswer();

    /** Notes what a bucket is told: whole tokens by limit, taken or given back. */
    private final class Bucket implements Origin {
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
        Holdings.of(request(1, 100), child, parent).write(Holdings.Ending.KEPT, out);

        assertThat(written).isEmpty();
    }

    @Test
    void write_settled_tellsBothBucketsTheDifference() {
        Holdings holdings = Holdings.of(request(1, 100), child, parent);
        holdings.hold("tpm", "settle(tpm)", 70);
        assertThat(holdings.held("tpm")).isEqualTo(70);

        holdings.write(Holdings.Ending.KEPT, out);

        assertThat(written).containsExactly("child tpm -30", "parent tpm -30");
    }

    @Test
    void write_all_givesEverythingBack() {
        Holdings holdings = Holdings.of(request(1, 100), child, null);
        holdings.hold("tpm", "settle(tpm)", 70);

        holdings.write(Holdings.Ending.GIVEN_BACK, out);

        assertThat(written).containsExactly("child rpm -1", "child tpm -100");
    }

    @Test
    void write_abandoned_keepsWhatWasSettledAndGivesBackTheRest() {
        Holdings holdings = Holdings.of(request(1, 100), child, null);
        holdings.hold("tpm", "settle(tpm)", 70);

        holdings.write(Holdings.Ending.ABANDONED, out);

        assertThat(written).containsExactly("child rpm -1", "child tpm -30");
    }

    @Test
    void write_whatTheBucketDidNotGive_doesNotGoBackThere() {
        Holdings holdings = Holdings.of(request(1, 100), child, null);
        holdings.own().ofChild.missed(Tokens.of("tpm", 100_000));

        holdings.write(Holdings.Ending.GIVEN_BACK, out);

        assertThat(written).containsExactly("child rpm -1");
    }

    @Test
    void write_bypassed_isCountedNoLonger() {
        Holdings holdings = Holdings.of(request(2), child, null);
        holdings.own().ofChild.bypassed();
        assertThat(holdings.bypassed()).isTrue();

        holdings.write(Holdings.Ending.GIVEN_BACK, out);

        assertThat(written).containsExactly("only counted child rpm -2");
    }

    @Test
    void write_takenMoreLater_theLatestGrantGivesBackFirst() {
        Holdings holdings = Holdings.of(request(5), child, null);
        holdings.add("rpm", 3_000, Holdings.of(request(3), new Bucket("later"), null));
        assertThat(holdings.held("rpm")).isEqualTo(8);
        holdings.hold("rpm", "settle(rpm)", 4);

        holdings.write(Holdings.Ending.KEPT, out);

        assertThat(written).containsExactly("later rpm -3", "child rpm -1");
    }

    @Test
    void write_usedMoreAfterSeveralGrants_isChargedToTheLatest() {
        Holdings holdings = Holdings.of(request(5), child, null);
        holdings.add("rpm", 3_000, Holdings.of(request(3), new Bucket("later"), null));
        holdings.hold("rpm", "settle(rpm)", 10);

        holdings.write(Holdings.Ending.KEPT, out);

        assertThat(written).containsExactly("later rpm 2");
    }

    @Test
    void remove_whatWasAdded_leavesTheFirst() {
        Holdings holdings = Holdings.of(request(5), child, null);
        Holdings more = Holdings.of(request(3), new Bucket("later"), null);
        holdings.add("rpm", 3_000, more);

        holdings.remove("rpm", 3_000, more);
        holdings.write(Holdings.Ending.GIVEN_BACK, out);

        assertThat(holdings.held("rpm")).isEqualTo(5);
        assertThat(written).containsExactly("child rpm -5");
    }

    @Test
    void hold_limitThatWasNotAskedFor_isRefused() {
        Holdings holdings = Holdings.of(request(5), child, null);

        assertThatThrownBy(() -> holdings.hold("tpm", "settle(tpm)", 1))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("settle(tpm)")
                .hasMessageContaining("[rpm]");
        assertThatThrownBy(() -> holdings.hold("rpm", "settle(rpm)", -1)).isInstanceOf(InvalidInputException.class);
        assertThat(holdings.held("tpm")).isZero();
    }
}

package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The engine bears the arithmetic out, or says that it does not. */
class WitnessTest {

    private static final List<String> NAMES = List.of("rpm", "tpm");
    private static final long NOW = 1_700_000_000_000L;

    private final Row row = new Row(2);

    @Test
    void decide_sameLimits_agreesOnAdmissionsRefusalsAndDebts() {
        Policy policy = policy(Limit.perMinute("rpm", 3), Limit.perMinute("tpm", 100));
        Gauges gauges = new Gauges(policy, NAMES);
        try (Witness witness = witness(policy)) {
            Gauges.Bucket bucket = gauges.find("ada", "gpt", NOW);
            Lease lease = decide(witness, gauges, bucket, NOW, 1, 60);
            assertThat(lease).isNotNull();
            assertThat(decide(witness, gauges, bucket, NOW, 1, 60)).isNull();
            assertThat(decide(witness, gauges, bucket, NOW, 9, 1_000)).isNull();
            witness.settle(lease, "tpm", 250, NOW + 1_000);
            lease.keep();
            gauges.refill(bucket, NOW + 1_000);
            gauges.take(bucket, 1, 190);
            assertThat(decide(witness, gauges, bucket, NOW + 2_000, 1, 1)).isNull();
            assertThat(decide(witness, gauges, bucket, NOW + 2_000, 1, 0)).isNotNull();
        }
    }

    @Test
    void decide_oneTokenMoreOrLess_isNoticed() {
        notNoticedAsOf(100);
        for (long other : new long[] {99, 101}) {
            assertThatThrownBy(() -> notNoticedAsOf(other))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("differ")
                    .hasMessageContaining("ada");
        }
    }

    /** The witness knows another limit, and a hundred are taken before one more is refused. */
    private void notNoticedAsOf(long capacity) {
        Gauges gauges = new Gauges(policy(Limit.perMinute("rpm", 1_000), Limit.perMinute("tpm", 100)), NAMES);
        try (Witness witness = witness(policy(Limit.perMinute("rpm", 1_000), Limit.perMinute("tpm", capacity)))) {
            Gauges.Bucket bucket = gauges.find("ada", "gpt", NOW);
            for (int i = 0; i <= 100; i++) {
                Lease unused = decide(witness, gauges, bucket, NOW, 1, 1);
            }
        }
    }

    private Lease decide(
            Witness witness, Gauges gauges, Gauges.Bucket bucket, long nowMillis, long requests, long tokens) {
        row.millis = nowMillis;
        row.amounts()[0] = requests;
        row.amounts()[1] = tokens;
        gauges.refill(bucket, nowMillis);
        boolean admitted = bucket.admits(row);
        Lease lease = witness.decide(row, bucket, admitted);
        if (admitted) {
            gauges.take(bucket, 0, requests);
            gauges.take(bucket, 1, tokens);
        }
        return lease;
    }

    private static Policy policy(Limit... limits) {
        return Policy.ofAll("test", List.of(limits));
    }

    private static Witness witness(Policy policy) {
        return new Witness(EmbeddedRepository.builder(), policy, RowBatch.groupOf("ada"), NOW);
    }
}

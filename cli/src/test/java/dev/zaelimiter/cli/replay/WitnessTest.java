package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The engine bears the arithmetic out, and where it does not that is noticed. */
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
    void agrees_oneTokenMoreOrLess_isNoticed() {
        assertThat(agreesIfTheEngineKnows(100)).isTrue();
        assertThat(agreesIfTheEngineKnows(99)).isFalse();
        assertThat(agreesIfTheEngineKnows(101)).isFalse();
    }

    @Test
    void agrees_anotherWait_isNoticed() {
        Gauges gauges = new Gauges(policy(Limit.perMinute("rpm", 60), Limit.perMinute("tpm", 100)), NAMES);
        try (Witness witness = witness(policy(Limit.perMinute("rpm", 60), Limit.perSecond("tpm", 100)))) {
            Gauges.Bucket bucket = gauges.find("ada", "gpt", NOW);
            decide(witness, gauges, bucket, NOW, 1, 100);
            assertThat(agrees(witness, bucket, 1, 50)).isFalse();
        }
    }

    private boolean agreesIfTheEngineKnows(long capacity) {
        Gauges gauges = new Gauges(policy(Limit.perMinute("rpm", 1_000), Limit.perMinute("tpm", 100)), NAMES);
        try (Witness witness = witness(policy(Limit.perMinute("rpm", 1_000), Limit.perMinute("tpm", capacity)))) {
            Gauges.Bucket bucket = gauges.find("ada", "gpt", NOW);
            for (int i = 0; i < 99; i++) {
                decide(witness, gauges, bucket, NOW, 1, 1);
            }
            boolean agrees = agrees(witness, bucket, 1, 1);
            gauges.take(bucket, 1, 1);
            return agrees(witness, bucket, 1, 1) && agrees;
        }
    }

    private boolean agrees(Witness witness, Gauges.Bucket bucket, long requests, long tokens) {
        ask(NOW, requests, tokens);
        return Witness.agrees(witness.decide(row, bucket), bucket, row);
    }

    /** Both agree on a row, and take what it asks; the lease is null if it is refused. */
    private @Nullable Lease decide(
            Witness witness, Gauges gauges, Gauges.Bucket bucket, long nowMillis, long requests, long tokens) {
        ask(nowMillis, requests, tokens);
        gauges.refill(bucket, nowMillis);
        Decision decision = witness.decide(row, bucket);
        assertThat(Witness.agrees(decision, bucket, row)).isTrue();
        if (!decision.granted()) {
            return null;
        }
        gauges.take(bucket, 0, requests);
        gauges.take(bucket, 1, tokens);
        return decision.lease();
    }

    private void ask(long nowMillis, long requests, long tokens) {
        row.millis = nowMillis;
        row.amounts()[0] = requests;
        row.amounts()[1] = tokens;
    }

    private static Policy policy(Limit... limits) {
        return Policy.ofAll("test", List.of(limits));
    }

    private static Witness witness(Policy policy) {
        return new Witness(EmbeddedRepository.builder(), policy, RowBatch.groupOf("ada"), NOW);
    }
}

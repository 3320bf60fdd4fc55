package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import java.util.List;
import org.junit.jupiter.api.Test;

class GaugesTest {

    private static final EntityResource ID = new EntityResource("ada", "gpt");

    private final Gauges gauges =
            new Gauges(Policy.ofAll("test", List.of(Limit.perSecond("rps", 10).burst(100))), List.of("rps"));

    @Test
    void take_belowZero_isMoreThanTheCapacity() {
        gauges.take(at(ID, 0), 0, 150);

        assertThat(gauges.figures(0).report().peakUse()).isEqualTo(150);
        assertThat(gauges.figures(0).report().peakBucket()).isEqualTo(ID);
    }

    @Test
    void take_moreComesBackThanWasTaken_isCutAtTheCapacity() {
        gauges.take(at(ID, 0), 0, 10);
        gauges.take(at(ID, 0), 0, -50);
        gauges.take(at(ID, 0), 0, 30);

        assertThat(gauges.figures(0).report().peakUse()).isEqualTo(30);
    }

    @Test
    void finish_debtNotYetPaid_countsUpToTheEnd() {
        gauges.take(at(ID, 1_000), 0, 150);
        gauges.finish(3_500);

        assertThat(gauges.figures(0).report().debtMillis()).isEqualTo(2_500);
    }

    @Test
    void at_later_isRefilled() {
        gauges.take(at(ID, 0), 0, 100);
        gauges.take(at(ID, 4_000), 0, 10);

        assertThat(gauges.figures(0).report().peakUse()).isEqualTo(100);
        gauges.take(at(ID, 4_000), 0, 31);
        assertThat(gauges.figures(0).report().peakUse()).isEqualTo(101);
    }

    @Test
    void at_manyEntitiesThatAreFullAgain_areForgotten() {
        for (int i = 0; i < 100_000; i++) {
            gauges.sweep(i * 1_000L);
            gauges.take(at(new EntityResource("entity-" + i, "gpt"), i * 1_000L), 0, 100);
        }

        assertThat(gauges.size()).isLessThan(2_000);
    }

    private Gauges.Bucket at(EntityResource id, long nowMillis) {
        Gauges.Bucket bucket = gauges.find(id.entity(), id.resource(), nowMillis);
        gauges.refill(bucket, nowMillis);
        return bucket;
    }
}

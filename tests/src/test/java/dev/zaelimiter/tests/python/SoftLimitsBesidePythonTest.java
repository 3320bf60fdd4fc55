package dev.zaelimiter.tests.python;

import static dev.zaelimiter.tests.python.SharedTable.RESOURCE;
import static dev.zaelimiter.tests.python.SharedTable.drain;
import static dev.zaelimiter.tests.python.SharedTable.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.tests.python.SharedTable.Client;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Soft limits, and limits that are lowered, on buckets of both systems. */
class SoftLimitsBesidePythonTest extends BesidePython {

    private static final Limit RPM = Limit.perMinute("rpm", 5);

    @Test
    @DisplayName("I8: a soft limit is soft for Python too, on a bucket that ours made")
    void soft_bucketMadeByOurs_isSoftForPython() {
        LimitRepository ours = table.process();
        ours.limits().setResourceDefaults(RESOURCE, RPM.asSoft());
        assertThat(took(ours, "k", "rpm", 5)).isTrue();
        Client theirs = table.client("theirs");
        assertThat(theirs.drain("k", "rpm", 10)).isEqualTo(10);
        table.seconds(70);
        assertThat(theirs.drain("k", "rpm", 10)).isEqualTo(10);
        assertThat(drain(ours, "k", "rpm", 10)).isEqualTo(10);
    }

    @Test
    @DisplayName("I14: a soft limit that ours make hard is hard for Python at once")
    void hard_madeByOurs_isHardForPythonAtOnce() {
        LimitRepository ours = table.process();
        ours.limits().setResourceDefaults(RESOURCE, RPM.asSoft());
        Client theirs = table.client("theirs");
        assertThat(theirs.drain("k", "rpm", 10)).isEqualTo(10);
        ours.limits().setResourceDefaults(RESOURCE, RPM);
        assertThat(theirs.drain("k", "rpm", 10)).isZero();
        ours.limits().setResourceDefaults(RESOURCE, RPM.asSoft());
        table.seconds(2);
        assertThat(theirs.drain("k", "rpm", 10)).isEqualTo(10);
    }

    @Test
    @DisplayName("I14: with a configTtl of 0 no take goes under the old number")
    void lowered_configTtlZero_noTakeUnderTheOldNumber() {
        LimitRepository ours = table.process(settings -> settings.configTtl(Duration.ZERO));
        ours.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 100));
        assertThat(took(ours, "k", "rpm", 1)).isTrue();
        table.process().limits().setResourceDefaults(RESOURCE, RPM);
        table.millis(10);
        assertThat(took(ours, "k", "rpm", 6)).isFalse();
        assertThat(drain(ours, "k", "rpm", 20)).isEqualTo(5);
    }

    @Test
    @DisplayName("I14: on a drained bucket both get a fair part of what refills")
    void drained_sharedByBoth_eachGetsAPart() {
        table.seed(1);
        LimitRepository ours = table.process();
        ours.limits().setResourceDefaults(RESOURCE, Limit.perSecond("rpm", 10));
        Client theirs = table.client("theirs");
        drain(ours, "k", "rpm", 20);
        int mine = 0;
        int other = 0;
        for (int i = 0; i < 200; i++) {
            table.millis(55);
            mine += took(ours, "k", "rpm", 1) ? 1 : 0;
            table.millis(55);
            other += theirs.took("k", "rpm", 1) ? 1 : 0;
        }
        assertThat(mine + other).isBetween(200, 225);
        assertThat(Math.min(mine, other)).isGreaterThan(50);
    }
}

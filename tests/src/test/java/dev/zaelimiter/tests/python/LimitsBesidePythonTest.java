package dev.zaelimiter.tests.python;

import static dev.zaelimiter.tests.python.SharedTable.RESOURCE;
import static dev.zaelimiter.tests.python.SharedTable.limit;
import static dev.zaelimiter.tests.python.SharedTable.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.ConfigConflictException;
import dev.zaelimiter.Level;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.tests.python.SharedTable.Client;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits that one system stores, or that come with its calls, and buckets that the other uses. */
class LimitsBesidePythonTest extends BesidePython {

    private static final Level GPT = Level.resource(RESOURCE);

    /** What Python alone gets in some seconds, asking once a second for more than there is. */
    private int admitted(Client theirs, int seconds) {
        int admitted = 0;
        for (int i = 0; i < seconds / 5; i++) {
            admitted += theirs.drain("k", "rpm", 100);
            table.seconds(5);
        }
        return admitted;
    }

    /**
     * Python chooses by chance among shards, and makes one when it first comes there: by the limits that it has read.
     */
    private void makeSecondShard(Client theirs) {
        for (int tries = 0; tries < 50 && table.shard("k", 1) == null; tries++) {
            assertThat(theirs.took("k", "rpm", 1)).isTrue();
        }
        assertThat(table.shard("k", 1)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("I4: limits of an entity that ours set and delete reach buckets that only Python uses")
    void entityLimits_setAndDeletedByOurs_reachPythonsBuckets(boolean divided) {
        LimitRepository ours = table.process();
        ours.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 100));
        Client theirs = table.client("theirs");
        assertThat(theirs.took("k", "rpm", 1)).isTrue();
        if (divided) {
            theirs.repository("bump_shard_count", Map.of("entity_id", "k", "resource", RESOURCE, "current_count", 1));
            makeSecondShard(theirs);
        }
        ours.limits().setEntityLimits("k", RESOURCE, Limit.perMinute("rpm", 6));
        assertThat(table.bucket("k").has("ttl")).isFalse();
        assertThat(admitted(theirs, 60)).isLessThanOrEqualTo(12);
        ours.limits().deleteEntityLimits("k", RESOURCE);
        table.seconds(61);
        assertThat(admitted(theirs, 60)).isBetween(100, 200);
        ours.limits().setEntityDefaults("k", Limit.perMinute("rpm", 6));
        assertThat(admitted(theirs, 60)).isLessThanOrEqualTo(12);
    }

    @Test
    @DisplayName("I5: limits that came with Python's calls are neither removed nor made anew full")
    void callLimits_ofPython_areLeftAlone() {
        LimitRepository ours = table.process();
        ours.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 100));
        Client theirs = table.client("theirs");
        Map<String, ?> daily = Map.of("limits", List.of(limit("rpd", 5, 5, 86_400)));
        int admitted = 0;
        for (int i = 0; i < 8; i++) {
            admitted += theirs.drain("k", "rpd", 10, daily);
            assertThat(took(ours, "k", "rpm", 1)).isTrue();
            table.seconds(61);
        }
        assertThat(admitted).isEqualTo(5);
        // A limit that was stored once, and removed, goes all the same.
        ours.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rph", 100));
        assertThat(took(ours, "k", "rph", 1)).isTrue();
        assertThat(table.bucket("k").has("b_rpm_cp")).isFalse();
        assertThat(table.bucket("k").has("b_rpd_cp")).isTrue();
    }

    @Test
    @DisplayName("I12: a pin on what a level held sees Python's changes")
    void pin_onALevelThatPythonChanged_isRefused() {
        LimitRepository ours = table.process();
        Client theirs = table.client("theirs");
        theirs.repository(
                "set_resource_defaults", Map.of("resource", RESOURCE, "limits", List.of(limit("rpm", 10, 10, 60))));
        long seen = ours.limits().read(GPT).version();
        theirs.repository(
                "set_resource_defaults", Map.of("resource", RESOURCE, "limits", List.of(limit("rpm", 20, 20, 60))));
        LevelChange pinned = LevelChange.keep().put(Limit.perMinute("tpm", 1)).ifVersion(seen);
        assertThatThrownBy(() -> ours.limits().change(GPT, pinned)).isInstanceOf(ConfigConflictException.class);
        long current = ours.limits().read(GPT).version();
        ours.limits()
                .change(GPT, LevelChange.keep().put(Limit.perMinute("tpm", 1)).ifVersion(current));
        assertThat(ours.limits().getResourceDefaults(RESOURCE))
                .containsExactly(Limit.perMinute("rpm", 20), Limit.perMinute("tpm", 1));
        long own = ours.limits().read(GPT).version();
        theirs.repository("disable_resource", Map.of("resource", RESOURCE));
        assertThatThrownBy(() -> ours.limits().change(GPT, LevelChange.clear().ifVersion(own)))
                .isInstanceOf(ConfigConflictException.class);
    }

    @Test
    @DisplayName("I7: a switch that Python stores on a level that ours emptied does not expire")
    void disable_byPythonOnALevelThatOursEmptied_stays() {
        LimitRepository ours = table.process();
        Client theirs = table.client("theirs");
        ours.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 10));
        ours.limits().setSystemDefaults(Limit.perMinute("rpm", 10));
        ours.limits().deleteResourceDefaults(RESOURCE);
        theirs.repository("disable_resource", Map.of("resource", RESOURCE));
        Item level = Objects.requireNonNull(table.item("/RESOURCE#" + RESOURCE, "#CONFIG"));
        assertThat(level.has("ttl")).isFalse();
        table.seconds(31L * 86_400);
        assertThatThrownBy(() -> took(ours, "k", "rpm", 1)).hasMessageContaining("disabled");
    }

    private long counted() {
        Item register = table.item("/SYSTEM#", "#ENTITY_CONFIG_RESOURCES");
        return register == null ? 0 : register.whole(RESOURCE, 0);
    }

    @Test
    @DisplayName("I9: who has a level of its own is counted alike, whoever made and emptied it")
    void registers_levelsMadeAndEmptiedByBoth_countWhatIsThere() {
        LimitRepository ours = table.process();
        Client theirs = table.client("theirs");
        Map<String, ?> theirLimits =
                Map.of("entity_id", "a", "resource", RESOURCE, "limits", List.of(limit("rpm", 5, 5, 60)));
        ours.limits().setEntityLimits("b", RESOURCE, Limit.perMinute("rpm", 5));
        ours.limits().setEntityLimits("a", RESOURCE, Limit.perMinute("rpm", 5));
        ours.limits().deleteEntityLimits("a", RESOURCE);
        assertThat(counted()).isEqualTo(1);
        theirs.repository("set_limits", theirLimits);
        assertThat(counted()).isEqualTo(2);
        theirs.repository("delete_limits", Map.of("entity_id", "a", "resource", RESOURCE));
        assertThat(counted()).isEqualTo(1);
        ours.limits().change(Level.entity("a", RESOURCE), LevelChange.keep().access(dev.zaelimiter.Access.DISABLED));
        theirs.repository("set_limits", theirLimits);
        assertThat(counted()).isEqualTo(2);
        theirs.repository("delete_limits", Map.of("entity_id", "a", "resource", RESOURCE));
        assertThat(counted()).isEqualTo(1);
        theirs.repository("disable_entity", Map.of("entity_id", "a", "resource", RESOURCE));
        ours.limits().setEntityLimits("a", RESOURCE, Limit.perMinute("rpm", 5));
        assertThat(counted()).isEqualTo(2);
        ours.limits().change(Level.entity("a", RESOURCE), LevelChange.clear().clearAccess());
        assertThat(counted()).isEqualTo(1);
        assertThat(table.item("/ENTITY#a", "#CONFIG#" + RESOURCE)).isNull();
        assertThat(ours.limits().resourcesWithEntityLimits()).containsEntry(RESOURCE, 1L);
    }
}

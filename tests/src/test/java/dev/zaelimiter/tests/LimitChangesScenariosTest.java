package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.ConfigConflictException;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Level;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.LevelSettings;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.NamePage;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.StoredLimits;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Partial changes, versions, and lists of who has limits. */
class LimitChangesScenariosTest {

    private static final Limit RPM = Limit.perMinute("rpm", 10);
    private static final Limit TPM = Limit.perMinute("tpm", 1_000);
    private static final Level GPT = Level.resource("openai/gpt-4");

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();
    private final LimitRepository two = fleet.process();
    private final StoredLimits limits = one.limits();

    @AfterEach
    void close() {
        fleet.close();
    }

    @Test
    void change_ofOneLimit_keepsTheOthers() {
        limits.setResourceDefaults("openai/gpt-4", RPM, TPM);
        LevelSettings after = limits.change(
                GPT, LevelChange.keep().put(Limit.perMinute("rpm", 20)).remove("none"));
        assertThat(after.limits()).containsExactly(Limit.perMinute("rpm", 20), TPM);
        assertThat(after.version()).isEqualTo(2);
        assertThat(two.limits().read(GPT)).isEqualTo(after);
        assertThat(limits.change(GPT, LevelChange.keep().remove("rpm")).limits())
                .containsExactly(TPM);
        assertThat(limits.change(GPT, LevelChange.clear()).limits()).isEmpty();
        assertThat(limits.resourcesWithDefaults()).isEmpty();
    }

    @Test
    @DisplayName(
            "who looked at a limit that was just removed, and had not heard of that, was told that there is none of that name")
    void check_limitJustRemoved_isAnsweredWithoutIt() {
        limits.setResourceDefaults("openai/gpt-4", RPM, TPM);
        AcquireRequest both = AcquireRequest.entity("a")
                .resource("openai/gpt-4")
                .take("rpm", 1)
                .take("tpm", 1)
                .build();
        assertThat(two.rateLimiter().check(both).statuses()).hasSize(2);
        limits.setResourceDefaults("openai/gpt-4", RPM);
        one.rateLimiter().acquire("a", "openai/gpt-4", "rpm", 1).keep();
        // The bucket is seen now, and lacks the limit that is known from before.
        two.rateLimiter().check(both);

        assertThat(two.rateLimiter().check(both).statuses())
                .extracting(status -> status.limit().name())
                .containsExactly("rpm");
    }

    @Test
    void change_ofNothing_writesNothing() {
        limits.setResourceDefaults("openai/gpt-4", RPM);
        fleet.changes();
        int before = fleet.changes().size();
        assertThat(limits.change(GPT, LevelChange.clear().put(RPM)).version()).isEqualTo(1);
        assertThat(fleet.changes()).hasSize(before);
    }

    @Test
    void change_twoOperatorsReadTheSame_theSecondIsTold() {
        limits.setResourceDefaults("openai/gpt-4", RPM);
        long seen = limits.read(GPT).version();
        assertThat(two.limits().read(GPT).version()).isEqualTo(seen);
        two.limits().change(GPT, LevelChange.keep().put(TPM).ifVersion(seen));
        assertThatThrownBy(() -> limits.change(GPT, LevelChange.clear().put(RPM).ifVersion(seen)))
                .isInstanceOf(ConfigConflictException.class)
                .hasMessageContaining("version 2, not 1");
        assertThat(limits.read(GPT).limits()).containsExactly(RPM, TPM);
        assertThatThrownBy(() -> limits.change(
                        Level.entity("a"), LevelChange.keep().put(RPM).ifVersion(3)))
                .isInstanceOf(ConfigConflictException.class);
        limits.change(Level.entity("a"), LevelChange.keep().put(RPM).ifVersion(0));
        assertThat(limits.getEntityDefaults("a")).containsExactly(RPM);
    }

    @Test
    void systemLimits_setWithoutPolicy_keepIt() {
        limits.change(Level.system(), LevelChange.keep().put(RPM).onUnavailable(OnUnavailable.ALLOW));
        limits.setSystemDefaults(TPM);
        assertThat(limits.read(Level.system()).onUnavailable()).contains(OnUnavailable.ALLOW);
        assertThat(limits.read(Level.system()).limits()).containsExactly(TPM);
        assertThatThrownBy(() -> limits.change(GPT, LevelChange.keep().onUnavailable(OnUnavailable.BLOCK)))
                .isInstanceOf(InvalidInputException.class);
    }

    @Test
    void change_toMoreThan20Limits_isRefused() {
        LevelChange many = LevelChange.keep();
        for (int i = 0; i < 21; i++) {
            many = many.put(Limit.perMinute("l" + i, 1));
        }
        LevelChange tooMany = many;
        assertThatThrownBy(() -> limits.change(GPT, tooMany)).isInstanceOf(InvalidInputException.class);
        assertThat(limits.read(GPT).version()).isZero();
    }

    @Test
    void change_keepsWhatOthersStoreBesideTheLimits() {
        limits.setResourceDefaults("openai/gpt-4", RPM);
        Key key = fleet.changes().stream()
                .map(change -> change.key())
                .filter(found -> found.pk().endsWith("/RESOURCE#openai/gpt-4"))
                .findFirst()
                .orElseThrow();
        Item foreign = fleet.store.get(key).join().toBuilder()
                .put("disabled", true)
                .put("l_rpm_soft", true)
                .build();
        fleet.store
                .write(Write.put(WriteShape.put(Condition.itemExists()), foreign))
                .join();
        limits.change(GPT, LevelChange.keep().put(TPM));
        assertThat(fleet.store.get(key).join().get("disabled")).isEqualTo(AttributeValue.of(true));
        limits.deleteResourceDefaults("openai/gpt-4");
        Item emptied = fleet.store.get(key).join();
        assertThat(emptied.get("disabled")).isEqualTo(AttributeValue.of(true));
        assertThat(emptied.has("ttl")).as("what others store does not expire").isFalse();
        assertThat(emptied.has("l_rpm_soft")).isFalse();
    }

    @Test
    void lists_tellWhoHasLimits() {
        limits.setResourceDefaults("b", RPM);
        limits.setResourceDefaults("a/x", RPM);
        // A resource may be called as an attribute of the register's item.
        limits.setEntityLimits("e1", "GSI4PK", RPM);
        limits.setEntityLimits("e2", "GSI4PK", RPM);
        limits.setEntityDefaults("e1", RPM);
        assertThat(limits.resourcesWithDefaults()).containsExactly("a/x", "b");
        assertThat(limits.resourcesWithEntityLimits()).isEqualTo(Map.of("GSI4PK", 2L, "_default_", 1L));
        for (int i = 3; i < 8; i++) {
            limits.setEntityLimits("e" + i, "GSI4PK", RPM);
        }
        List<String> found = new ArrayList<>();
        String after = null;
        do {
            NamePage page = limits.entitiesWithLimits("GSI4PK", 2, after);
            found.addAll(page.names());
            after = page.next().orElse(null);
        } while (after != null);
        assertThat(found).containsExactly("e1", "e2", "e3", "e4", "e5", "e6", "e7");
        assertThat(limits.entitiesWithLimits(null, 10, null).names()).containsExactly("e1");
        limits.deleteEntityLimits("e1", "GSI4PK");
        assertThat(limits.entitiesWithLimits("GSI4PK", 1, null).names()).containsExactly("e2");
    }
}

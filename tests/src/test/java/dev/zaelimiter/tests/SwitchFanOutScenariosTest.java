package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Access;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ResourceDisabledException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.Switches;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Buckets told of switches while others are at work, indexes are behind, or limits can't be followed. */
class SwitchFanOutScenariosTest {

    private static final Level GPT = Level.resource("gpt-4");

    private final Fleet fleet = new Fleet();
    private final InterferedStore store = new InterferedStore(fleet.store);
    private final LimitRepository first = open();
    private final LimitRepository second = open();
    private final Switches switches = Administration.of(first).switches();
    private final Switches others = Administration.of(second).switches();

    private LimitRepository open() {
        return RepositoryBuilder.on(store)
                .environment(fleet.clock)
                .namespace("scenarios")
                .inlineCallbacks()
                .build();
    }

    @BeforeEach
    void bucket() {
        first.limits().setResourceDefaults("gpt-4", Limit.perHour("rpm", 3));
        first.rateLimiter()
                .acquire(AcquireRequest.entity("a")
                        .resource("gpt-4")
                        .take("rpm", 1)
                        .build())
                .keep();
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
        fleet.close();
    }

    private boolean disabled() {
        return fleet.bucket("a", "gpt-4").has("disabled");
    }

    @Test
    @DisplayName("the slower of two operators does not leave what the faster one has changed since")
    void otherOperatorInBetween_lastWordIsOnTheBucket() {
        store.afterNextBatchGet(() -> others.set(GPT, Access.ENABLED));
        switches.set(GPT, Access.DISABLED);
        assertThat(switches.get(GPT)).contains(Access.ENABLED);
        assertThat(disabled()).isFalse();
    }

    @Test
    @DisplayName("a bucket that the index did not know yet is found by the second pass")
    void indexBehind_secondPassTells() {
        store.indexesBehind(1);
        assertThat(switches.set(GPT, Access.DISABLED)).isEqualTo(1);
        assertThat(disabled()).isTrue();
    }

    @Test
    @DisplayName("a second pass writes nothing where all are told, and renews no lease")
    void everybodyTold_secondPassWritesNothing() {
        assertThat(switches.set(GPT, Access.BYPASS)).isEqualTo(1);
        long before = fleet.changes().stream()
                .filter(change -> change.key().pk().contains("/BUCKET#"))
                .count();
        fleet.seconds(1);
        assertThat(switches.tellBuckets(GPT)).isEqualTo(1);
        assertThat(fleet.changes().stream()
                        .filter(change -> change.key().pk().contains("/BUCKET#"))
                        .count())
                .isEqualTo(before + 1);
    }

    @Test
    @DisplayName(
            "a resource whose limits only the Python system can follow is switched off all the same, and keeps them")
    void limitsOfAnotherKind_switchWorks_andKeepsThem() {
        Key key = key();
        WriteShape quota = WriteShape.update(
                Condition.itemExists(),
                List.of(set("w_calls_cp", 5), set("w_calls_ra", 0), set("w_calls_rp", 1), set("w_calls_rsa", 3600)));
        fleet.store.write(Write.of(quota, key)).join();
        assertThatThrownBy(() -> first.limits().read(GPT))
                .hasMessageContaining("session quota 'calls'")
                .hasMessageContaining("only the Python system");
        assertThat(switches.set(GPT, Access.DISABLED)).isEqualTo(1);
        assertThat(disabled()).isTrue();
        Item stored = fleet.store.get(key).join();
        assertThat(stored.whole("w_calls_rsa", 0)).isEqualTo(3600);
        assertThat(stored.whole("l_rpm_cp", 0)).isEqualTo(3);
        assertThat(stored.has("ttl")).isFalse();
        assertThat(first.limits().resourcesWithDefaults()).containsExactly("gpt-4");
        first.limits().setResourceDefaults("gpt-4", Limit.perHour("rpm", 4));
        assertThat(fleet.store.get(key).join().has("w_calls_rsa")).isFalse();
        assertThatThrownBy(() -> first.rateLimiter()
                        .acquire(AcquireRequest.entity("a")
                                .resource("gpt-4")
                                .take("rpm", 1)
                                .build()))
                .isInstanceOf(ResourceDisabledException.class);
    }

    private Key key() {
        return fleet.changes().stream()
                .map(change -> change.key())
                .filter(key -> key.pk().endsWith("/RESOURCE#gpt-4"))
                .findFirst()
                .orElseThrow();
    }

    private static WriteShape.Action set(String attribute, long value) {
        return new WriteShape.Action(WriteShape.Verb.SET, attribute, new Operand.Constant(AttributeValue.of(value)));
    }
}

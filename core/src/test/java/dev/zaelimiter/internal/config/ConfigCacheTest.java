package dev.zaelimiter.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Access;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.internal.schema.GoneItems;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class ConfigCacheTest {

    private static final Keys KEYS = ReadStub.KEYS;
    private static final ConfigKeys LEVELS = ConfigKeys.of(KEYS, "e", "r");
    private static final Limit RPM = Limit.perMinute("rpm", 10);
    private static final Limit TPM = Limit.perMinute("tpm", 20);

    private final ManualClock clock = new ManualClock();
    private final ReadStub store = new ReadStub();
    private final List<String> heard = new ArrayList<>();
    private final ConfigCache cache = cache(1_000);

    private ConfigCache cache(long entries) {
        LimiterListener listener = new LimiterListener() {
            @Override
            public void configLoaded(String key, boolean found) {
                heard.add(key + " " + found);
            }
        };
        return new ConfigCache(store, clock, listener, Duration.ofSeconds(60).toNanos(), entries);
    }

    private Resolution load(long after) {
        return cache.resolve(LEVELS, after).join();
    }

    @Test
    void resolve_severalLevels_theMostSpecificDecidesAlone() {
        store.put(KEYS.systemConfig(), ReadStub.stored(RPM));
        assertThat(load(-1).level()).isEqualTo(Level.Kind.SYSTEM);
        store.put(KEYS.resourceConfig("r"), ReadStub.stored(TPM));
        Resolution resource = load(cache.mark());
        assertThat(resource.level()).isEqualTo(Level.Kind.RESOURCE);
        assertThat(resource.limits()).containsExactly(TPM);
        assertThat(resource.expires()).isTrue();
        store.put(KEYS.entityConfig("e", Keys.DEFAULT_RESOURCE), ReadStub.stored(RPM, TPM));
        Resolution entity = load(cache.mark());
        assertThat(entity.level()).isEqualTo(Level.Kind.ENTITY);
        assertThat(entity.expires()).isFalse();
        store.put(KEYS.entityConfig("e", "r"), ReadStub.stored(RPM));
        assertThat(load(cache.mark()).level()).isEqualTo(Level.Kind.ENTITY_RESOURCE);
        assertThat(load(cache.mark()).limit("tpm")).isNull();
        assertThat(load(cache.mark()).limit("rpm")).isEqualTo(RPM);
    }

    @Test
    void resolve_nothingStored_isRememberedToo() {
        assertThat(load(-1).limits()).isEmpty();
        assertThat(load(-1).level()).isNull();
        assertThat(load(-1).expires()).isFalse();
        assertThat(store.asked).hasSize(1);
        assertThat(store.asked.get(0).keys()).as("four levels and the record").hasSize(5);
        assertThat(cache.notFresh(LEVELS)).isEmpty();
        assertThat(heard).hasSize(4).allMatch(each -> each.endsWith("false"));
    }

    @Test
    void resolve_policy_comesFromTheSystemWhateverLevelDecides() {
        store.put(KEYS.systemConfig(), ReadStub.stored().withOnUnavailable(OnUnavailable.ALLOW));
        store.put(KEYS.entityConfig("e", "r"), ReadStub.stored(RPM));
        assertThat(load(-1).onUnavailable()).isEqualTo(OnUnavailable.ALLOW);
    }

    @Test
    void resolve_namesOnceHeld_areThoseOfTheLevelsConsulted() {
        remember(KEYS.entityConfig("e", "r"), "rph");
        store.put(KEYS.resourceConfig("r"), ReadStub.stored(RPM, TPM).withLimits(List.of(RPM)));
        remember(KEYS.systemConfig(), "old");
        assertThat(load(-1).gone()).containsExactly("tpm");
        assertThat(load(-1).goneRead())
                .as("what is gone is not read for nothing")
                .isEqualTo(-1);
        Resolution known = cache.resolveWithGone(LEVELS, -1).join();
        assertThat(known.gone()).containsExactly("rph", "tpm");
        assertThat(known.goneRead()).isEqualTo(cache.mark());
        assertThat(cache.peek(LEVELS).gone()).containsExactly("rph", "tpm");
    }

    private void remember(Key level, String... names) {
        Item item = Objects.requireNonNull(
                GoneItems.remember(KEYS, level, List.of(names), null, 1, 0).item());
        store.items.put(item.key(), item);
    }

    @Test
    void peek_unknownFreshOrStale_isCountedAndServedAsFarAsKnown() {
        assertThat(cache.peek(LEVELS)).isNull();
        store.put(KEYS.systemConfig(), ReadStub.stored(RPM));
        load(-1);
        assertThat(cache.peek(LEVELS).limits()).containsExactly(RPM);
        clock.advance(Duration.ofSeconds(59));
        assertThat(cache.notFresh(LEVELS)).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        assertThat(cache.notFresh(LEVELS)).hasSize(5);
        Resolution stale = cache.peek(LEVELS);
        assertThat(stale.limits()).as("served all the same").containsExactly(RPM);
        assertThat(stale.freshUntilNanos()).isEqualTo(clock.monotonicNanos());
        assertThat(cache.statistics().misses()).isEqualTo(1);
        assertThat(cache.statistics().hits()).isEqualTo(1);
        assertThat(cache.statistics().staleHits()).isEqualTo(1);
        assertThat(cache.statistics().loads()).isEqualTo(4);
        assertThat(store.asked).hasSize(1);
    }

    @Test
    void peek_specificLevelKnown_needsTheOthersForTheirSwitchAlone() {
        cache.stored(KEYS.entityConfig("e", "r"), ReadStub.stored(RPM), cache.mark());
        assertThat(cache.peek(LEVELS)).as("a wider level may be disabled").isNull();
        cache.stored(KEYS.entityConfig("e", Keys.DEFAULT_RESOURCE), ReadStub.stored(), cache.mark());
        cache.stored(KEYS.resourceConfig("r"), ReadStub.stored(RPM).withAccess(Access.DISABLED), cache.mark());
        Resolution resolution = cache.peek(LEVELS);
        assertThat(resolution.limits()).containsExactly(RPM);
        assertThat(resolution.access()).isEqualTo(Access.DISABLED);
        assertThat(resolution.accessLevel()).isEqualTo(Level.Kind.RESOURCE);
        cache.stored(KEYS.entityConfig("e", "r"), ReadStub.stored(RPM).withAccess(Access.ENABLED), cache.mark());
        assertThat(cache.peek(LEVELS).enabled()).isTrue();
        assertThat(cache.peek(ConfigKeys.of(KEYS, "e", "other"))).isNull();
    }

    @Test
    void resolve_storeFails_failsAllAndTheNextReadsAgain() {
        store.holdBack = true;
        CompletableFuture<Resolution> one = cache.resolve(LEVELS, -1);
        CompletableFuture<Resolution> two = cache.resolve(LEVELS, -1);
        store.asked.get(0).answer().completeExceptionally(new StoreException.Unreachable("gone", null));
        for (CompletableFuture<Resolution> each : List.of(one, two)) {
            assertThatThrownBy(each::join)
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(StoreException.Unreachable.class);
        }
        store.holdBack = false;
        assertThat(load(-1).limits()).isEmpty();
    }

    @Test
    void resolve_damagedLevel_isToldWhereItDecidesAndNowhereElse() {
        store.items.put(
                KEYS.resourceConfig("r"),
                Item.builder(KEYS.resourceConfig("r")).put("l_rpm_cp", 5).build());
        Resolution damaged = load(-1);
        assertThat(damaged.unfollowed()).contains("rpm").contains("set the limits of that level again");
        assertThat(damaged.limits()).isEmpty();
        assertThat(damaged.level()).isEqualTo(Level.Kind.RESOURCE);
        store.put(KEYS.entityConfig("e", "r"), ReadStub.stored(TPM));
        assertThat(cache.resolve(LEVELS, cache.mark()).join().limits())
                .as("another level decides")
                .containsExactly(TPM);
        store.items.remove(KEYS.entityConfig("e", "r"));
        assertThat(cache.resolve(ConfigKeys.of(KEYS, "e", "other"), -1).join().limits())
                .isEmpty();
        store.put(KEYS.resourceConfig("r"), ReadStub.stored(RPM));
        assertThat(cache.resolve(LEVELS, cache.mark()).join().limits()).containsExactly(RPM);
    }

    @Test
    void resolve_listenerThatThrows_keepsNobodyWaiting() {
        LimiterListener throwing = new LimiterListener() {
            @Override
            public void configLoaded(String key, boolean found) {
                throw new IllegalStateException("listener");
            }
        };
        ConfigCache careless = new ConfigCache(store, clock, throwing, 1, 10);
        assertThat(careless.resolve(LEVELS, -1)).isCompletedExceptionally();
        assertThat(careless.resolve(LEVELS, -1)).isDone();
    }

    @Test
    void entries_moreThanAllowed_areDropped() {
        ConfigCache small = cache(8);
        for (int i = 0; i < 200; i++) {
            small.resolve(ConfigKeys.of(KEYS, "e" + i, "r"), -1).join();
        }
        assertThat(small.statistics().size()).isLessThanOrEqualTo(8);
        assertThat(small.statistics().loads()).isGreaterThanOrEqualTo(400);
    }
}

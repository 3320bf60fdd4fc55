package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.AuditEvent;
import dev.zaelimiter.admin.Refilled;
import dev.zaelimiter.admin.Refills;
import dev.zaelimiter.admin.capacity.LimitView;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.testkit.Fault;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens given by hand: once under each key, never above a ceiling. */
class RefillScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository repository = fleet.process();
    private final LimitRepository other = fleet.process();
    private final Administration admin = Administration.of(repository).actingAs("support");
    private final Refills refills = admin.refills();

    @BeforeEach
    void limits() {
        repository.limits().setSystemDefaults(Limit.perHour("rpm", 10), Limit.perHour("tpm", 100));
        repository.entities().create(Entity.builder("a").build());
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private static void take(LimitRepository process, long rpm, long tpm) {
        lease(process, rpm, tpm).keep();
    }

    private static Lease lease(LimitRepository process, long rpm, long tpm) {
        return process.rateLimiter()
                .acquire(AcquireRequest.entity("a")
                        .resource("gpt-4")
                        .take("rpm", rpm)
                        .take("tpm", tpm)
                        .build());
    }

    private long available(String limit) {
        return admin.buckets()
                .ofEntity("a")
                .flatMap(bucket -> bucket.limits().stream())
                .filter(each -> each.limit().name().equals(limit))
                .mapToLong(LimitView::available)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void reset_fillsWhatIsNamed_forgivesDebts_andIsRecorded() {
        Lease lease = lease(repository, 10, 100);
        lease.adjust("tpm", 300);
        lease.keep();
        take(other, 0, 0);
        Refilled done = refills.reset("a", "gpt-4", Set.of("tpm"), null);
        assertThat(done).isEqualTo(new Refilled("a", "gpt-4", 1, Map.of("tpm", 400L), false));
        assertThat(available("tpm")).isEqualTo(100);
        assertThat(available("rpm")).isZero();
        AuditEvent event = admin.audit().read("a", 1, null).events().get(0);
        assertThat(event.action()).isEqualTo("bucket_reset");
        assertThat(event.principal()).contains("support");
        assertThat(event.details()).containsEntry("amounts", Map.of("tpm", 400L));
        refills.reset("a", "gpt-4", Set.of(), null);
        assertThat(available("rpm")).isEqualTo(10);
        take(repository, 10, 100);
        assertThatThrownBy(() -> take(other, 1, 0)).hasMessageContaining("rpm");
    }

    /** An operator undid a wrong limit and reset the caller: it was filled up to the wrong limit, and refused on. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void reset_afterALimitWasRaised_fillsUpToTheNewOne(boolean byAnotherProcess) {
        take(other, 10, 100);
        repository.limits().setSystemDefaults(Limit.perHour("rpm", 1), Limit.perHour("tpm", 1));
        fleet.seconds(120);
        assertThatThrownBy(() -> take(other, 1, 1)).hasMessageContaining("rpm");
        (byAnotherProcess ? other : repository)
                .limits()
                .setSystemDefaults(Limit.perHour("rpm", 50), Limit.perHour("tpm", 100), Limit.perHour("new", 5));

        Refilled done = refills.reset("a", "gpt-4", Set.of(), null);

        // But for what had refilled meanwhile.
        assertThat(done.amounts().get("rpm")).isBetween(49L, 50L);
        assertThat(available("rpm")).isEqualTo(50);
        assertThat(refills.topUp("a", "gpt-4", Map.of("new", 3L), null).amounts())
                .containsEntry("new", 0L);
        fleet.seconds(120);
        take(other, 50, 100);
    }

    @Test
    @DisplayName(
            "shards that the first one does not know of, since another was divided finer, were left out of a reset")
    void reset_ofShardsDividedUnevenly_reachesEach() {
        take(repository, 8, 80);
        Divided.evenly(fleet, "a", "gpt-4", 2);
        Divided.half(fleet, "a", 2, 1);

        Refilled done = refills.reset("a", "gpt-4", Set.of(), null);

        assertThat(done.shards()).isEqualTo(3);
        assertThat(done.amounts()).containsEntry("rpm", 8L).containsEntry("tpm", 80L);
    }

    @Test
    void reset_keepsTheFractionThatOthersHadRefilled() {
        take(repository, 10, 100);
        fleet.seconds(359);
        refills.reset("a", "gpt-4", Set.of("tpm"), null);
        fleet.seconds(1);
        assertThat(available("rpm")).isEqualTo(1);
        assertThat(available("tpm")).isEqualTo(100);
    }

    @Test
    @DisplayName("peer 11: a top-up never lies above the ceiling, so that no reset takes it away")
    void topUp_givesWhatFits_andNoMore() {
        take(repository, 4, 30);
        Refilled done = refills.topUp("a", "gpt-4", Map.of("rpm", 3L, "tpm", 500L), null);
        assertThat(done.amounts()).isEqualTo(Map.of("rpm", 3L, "tpm", 30L));
        assertThat(available("rpm")).isEqualTo(9);
        assertThat(available("tpm")).isEqualTo(100);
        assertThat(fleet.bucket("a", "gpt-4").whole("b_tpm_tk", 0)).isLessThanOrEqualTo(100_000);
        assertThat(refills.reset("a", "gpt-4", Set.of(), null).amounts()).isEqualTo(Map.of("rpm", 1L, "tpm", 0L));
    }

    @Test
    void sameKey_doesItOnce_andTellsWhatWasDone() {
        take(repository, 8, 0);
        Refilled first = refills.topUp("a", "gpt-4", Map.of("rpm", 2L), "ticket-7");
        assertThat(refills.topUp("a", "gpt-4", Map.of("rpm", 2L), "ticket-7"))
                .isEqualTo(new Refilled("a", "gpt-4", 1, first.amounts(), true));
        assertThat(available("rpm")).isEqualTo(4);
        assertThatThrownBy(() -> refills.reset("a", "gpt-4", Set.of(), "ticket-7"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("a top_up was done");
        assertThat(available("rpm")).isEqualTo(4);
        refills.topUp("a", "gpt-4", Map.of("rpm", 2L), "ticket-8");
        assertThat(available("rpm")).isEqualTo(6);
        fleet.clock.advance(Duration.ofDays(4));
        assertThat(refills.topUp("a", "gpt-4", Map.of("rpm", 2L), "ticket-7").repeated())
                .isFalse();
    }

    @Test
    void sameKey_inTheNextLifeOfAnEntity_isNew() {
        take(repository, 8, 0);
        refills.topUp("a", "gpt-4", Map.of("rpm", 2L), "k");
        repository.entities().delete("a");
        repository.entities().create(Entity.builder("a").build());
        take(repository, 8, 0);
        assertThat(refills.topUp("a", "gpt-4", Map.of("rpm", 2L), "k").repeated())
                .isFalse();
    }

    @Test
    void answerLost_repeatedUnderItsKey_givesOnce() {
        take(repository, 8, 0);
        fleet.store.failNextWrites(Fault.LOST_APPLIED, 1);
        try {
            refills.topUp("a", "gpt-4", Map.of("rpm", 2L), "k");
        } catch (StoreFailureException lost) {
            assertThat(lost.maybeApplied()).isTrue();
        }
        fleet.store.clearScript();
        refills.topUp("a", "gpt-4", Map.of("rpm", 2L), "k");
        assertThat(available("rpm")).isEqualTo(4);
    }

    @Test
    void noBucket_isFullAlready() {
        assertThat(refills.reset("a", "gpt-4", Set.of(), "k").shards()).isZero();
        assertThat(refills.topUp("a", "gpt-4", Map.of("rpm", 1L), "k2").amounts())
                .isEmpty();
        assertThat(admin.buckets().ofEntity("a")).isEmpty();
    }

    @Test
    void dividedBucket_isGivenInOneTransaction_shareByShare() {
        take(repository, 10, 0);
        Item whole = fleet.bucket("a", "gpt-4");
        for (int shard = 0; shard < 2; shard++) {
            Item.Builder half = Item.builder(Key.of(
                    whole.key().pk().replaceAll("0$", String.valueOf(shard)),
                    whole.key().sk()));
            whole.attributes().forEach((name, value) -> {
                if (!name.equals(Item.PK) && !name.equals(Item.SK)) {
                    half.put(name, value);
                }
            });
            Item item = half.put("shard_count", 2)
                    .remove("ttl")
                    .put("b_rpm_tk", 0)
                    .put("GSI3SK", "BUCKET#gpt-4#" + shard)
                    .build();
            fleet.store.write(Write.put(WriteShape.put(null), item)).join();
        }
        Refilled done = refills.topUp("a", "gpt-4", Map.of("rpm", 7L), null);
        assertThat(done.shards()).isEqualTo(2);
        assertThat(done.amounts()).containsEntry("rpm", 7L);
        assertThat(available("rpm")).isEqualTo(7);
        assertThat(refills.reset("a", "gpt-4", Set.of("rpm"), null).amounts()).containsEntry("rpm", 3L);
        assertThat(available("rpm")).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a#b", "ä"})
    void wrongKeys_areRefused(String key) {
        assertThatThrownBy(() -> refills.reset("a", "gpt-4", Set.of(), key)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> refills.reset("a", "gpt-4", Set.of(), "x".repeat(65)))
                .isInstanceOf(InvalidInputException.class);
    }

    @Test
    void wrongAmountsAndLimits_areRefused() {
        take(repository, 1, 0);
        assertThatThrownBy(() -> refills.topUp("a", "gpt-4", Map.of("rpm", 0L), null))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> refills.topUp("a", "gpt-4", Map.of(), null)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> refills.topUp("a", "gpt-4", Map.of("xpm", 1L), null))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("[rpm, tpm, wcu]");
        assertThatThrownBy(() -> refills.reset("a", "gpt-4", Set.of("wcu"), null))
                .isInstanceOf(InvalidInputException.class);
    }

    @Test
    @DisplayName("a deleted entity leaves no record of an idempotency key, also where its bucket has gone before it")
    void delete_ofTheEntity_takesTheRecordsOfKeysAlong() {
        take(repository, 1, 1);
        refills.reset("a", "gpt-4", Set.of(), "key-1");
        refills.reset("a", "never-used", Set.of(), "key-2");
        assertThat(records()).isEqualTo(2);
        repository.entities().delete("a");
        assertThat(records()).isZero();
        repository.entities().delete("a");
    }

    private long records() {
        String namespace = admin.namespaces().get("scenarios").orElseThrow().id();
        return fleet.store.query(Query.of(Query.Index.GSI4, namespace)).join().items().stream()
                .filter(item -> item.key().sk().startsWith("#OP#"))
                .count();
    }
}

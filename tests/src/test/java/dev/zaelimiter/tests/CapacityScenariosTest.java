package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.tuple;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.capacity.BucketView;
import dev.zaelimiter.admin.capacity.Buckets;
import dev.zaelimiter.admin.capacity.LimitView;
import dev.zaelimiter.admin.capacity.ResourceCapacity;
import dev.zaelimiter.admin.capacity.ShardView;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How buckets stand, for people who look. */
class CapacityScenariosTest {

    private static final Limit RPM = Limit.perMinute("rpm", 60);
    private static final Limit TPM = Limit.perMinute("tpm", 1000);

    private final Fleet fleet = new Fleet();
    private final LimitRepository repository = fleet.process();
    private final Buckets buckets = Administration.of(repository).buckets();

    @AfterEach
    void close() {
        fleet.close();
    }

    private void take(String entity, String resource, long rpm, long tpm) {
        repository
                .rateLimiter()
                .acquire(AcquireRequest.entity(entity)
                        .resource(resource)
                        .take("rpm", rpm)
                        .take("tpm", tpm)
                        .build())
                .keep();
    }

    private void put(Item item) {
        fleet.store.write(Write.put(WriteShape.put(null), item)).join();
    }

    @Test
    void ofEntity_showsEachResource_withRefillUntilNow() {
        repository.limits().setSystemDefaults(RPM, TPM);
        take("a", "gpt-4", 10, 500);
        take("a", "claude", 1, 1);
        take("b", "gpt-4", 1, 1);
        fleet.seconds(5);
        List<BucketView> seen = buckets.ofEntity("a").toList();
        assertThat(seen).extracting(BucketView::resource).containsExactly("claude", "gpt-4");
        assertThat(seen.get(1).limits())
                .extracting(LimitView::limit, LimitView::available, LimitView::consumed)
                .containsExactly(tuple(RPM, 55L, 10L), tuple(TPM, 583L, 500L));
        assertThat(seen.get(1).limits().get(0).utilisation()).isCloseTo(5.0 / 60, offset(1e-9));
        assertThat(seen.get(1).expiresAt()).isPresent();
        assertThat(buckets.ofEntity("nobody")).isEmpty();
    }

    @Tag("long")
    @Test
    void capacity_addsUpEveryBucketOfTheResource_overManyPages() {
        repository.limits().setSystemDefaults(RPM, TPM);
        for (int i = 0; i < 250; i++) {
            take("e" + i, "gpt-4", 6, 0);
        }
        ResourceCapacity capacity = buckets.capacity("gpt-4");
        assertThat(capacity.buckets()).isEqualTo(250);
        assertThat(capacity.shards()).isEqualTo(250);
        assertThat(capacity.totals().get("rpm")).isEqualTo(new ResourceCapacity.Total(250, 15_000, 13_500, 1_500));
        assertThat(capacity.totals().get("rpm").utilisation()).isCloseTo(0.1, offset(1e-9));
        assertThat(buckets.onResource("gpt-4")).hasSize(250);
        assertThat(buckets.capacity("nothing").totals()).isEmpty();
    }

    @Test
    void stream_readsNoMorePagesThanAreLookedAt() {
        repository.limits().setSystemDefaults(RPM, TPM);
        for (int i = 0; i < 350; i++) {
            take("e" + i, "gpt-4", 1, 0);
        }
        try (Stream<BucketView> all = buckets.onResource("gpt-4")) {
            BucketView first = all.iterator().next();
            fleet.store.down();
            assertThat(first.entity()).isEqualTo("e0");
        }
    }

    @Test
    @DisplayName("peer 10: all shards count, rounded once, over all pages, of this resource alone")
    void dividedBucket_countsOnce_andItsSharesAddUp() {
        repository.limits().setSystemDefaults(Limit.perMinute("rpm", 7));
        repository
                .rateLimiter()
                .acquire(AcquireRequest.entity("a")
                        .resource("gpt-4")
                        .take("rpm", 0)
                        .build())
                .keep();
        repository
                .rateLimiter()
                .acquire(AcquireRequest.entity("a")
                        .resource("gpt-4")
                        .take("rpm", 1)
                        .build())
                .keep();
        Item whole = fleet.bucket("a", "gpt-4");
        for (int shard = 0; shard < 2; shard++) {
            String pk = whole.key().pk().replaceAll("0$", String.valueOf(shard));
            Item.Builder half = Item.builder(Key.of(pk, whole.key().sk()));
            whole.attributes().forEach((name, value) -> {
                if (!name.equals(Item.PK) && !name.equals(Item.SK)) {
                    half.put(name, value);
                }
            });
            put(half.put("shard_count", 2)
                    .put("b_rpm_tk", 3000)
                    .put("GSI2SK", "BUCKET#a#" + shard)
                    .put("GSI3SK", "BUCKET#gpt-4#" + shard)
                    .put("GSI4SK", "BUCKET#a#gpt-4#" + shard)
                    .build());
        }
        List<BucketView> seen = buckets.onResource("gpt-4").toList();
        assertThat(seen).hasSize(1);
        assertThat(seen.get(0).shards()).extracting(ShardView::shard).containsExactly(0, 1);
        assertThat(seen.get(0).shards()).extracting(ShardView::shardCount).containsOnly(2L);
        assertThat(seen.get(0).limits().get(0).available()).isEqualTo(6);
        assertThat(seen.get(0).limits().get(0).limit().capacity()).isEqualTo(7);
        assertThat(buckets.capacity("gpt-4").totals().get("rpm").capacity()).isEqualTo(7);
        assertThat(buckets.ofEntity("a").toList()).isEqualTo(seen);
    }

    @Test
    void damagedBucket_isNamed_andTheOthersAreShown() {
        repository.limits().setSystemDefaults(RPM, TPM);
        take("a", "gpt-4", 1, 1);
        take("b", "gpt-4", 1, 1);
        Item damaged =
                fleet.bucket("a", "gpt-4").toBuilder().put("shard_count", "two").build();
        put(damaged);
        assertThat(buckets.onResource("gpt-4"))
                .extracting(view -> view.damage().isPresent())
                .containsExactly(true, false);
        ResourceCapacity capacity = buckets.capacity("gpt-4");
        assertThat(capacity.unreadable()).isEqualTo(1);
        assertThat(capacity.totals().get("rpm").buckets()).isEqualTo(1);
    }

    @Test
    void usageOnTheSameIndex_isNoBucket() {
        repository.limits().setSystemDefaults(RPM, TPM);
        take("a", "gpt-4", 1, 1);
        Item bucket = fleet.bucket("a", "gpt-4");
        put(Item.builder(Key.of("x/ENTITY#a", "#USAGE#gpt-4#2024"))
                .put("GSI2PK", String.valueOf(bucket.text("GSI2PK")))
                .put("GSI2SK", "USAGE#2024#a")
                .build());
        assertThat(fleet.store
                        .query(Query.of(Query.Index.GSI2, String.valueOf(bucket.text("GSI2PK"))))
                        .join()
                        .items())
                .hasSize(2);
        assertThat(buckets.onResource("gpt-4")).hasSize(1);
    }

    @Test
    void wrongNames_areRefused() {
        assertThatThrownBy(() -> buckets.ofEntity("a#b")).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> buckets.capacity("a#b")).isInstanceOf(InvalidInputException.class);
    }
}

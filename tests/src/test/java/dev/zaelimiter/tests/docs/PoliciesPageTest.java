package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Access;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.AuditLog;
import dev.zaelimiter.admin.Namespace;
import dev.zaelimiter.admin.manifest.DeclaredLimits;
import dev.zaelimiter.admin.manifest.Manifest;
import dev.zaelimiter.aggregator.Aggregator;
import dev.zaelimiter.aggregator.BatchOutcome;
import dev.zaelimiter.aggregator.StreamBatch;
import dev.zaelimiter.aggregator.StreamPoller;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.tests.ChoosyStore;
import dev.zaelimiter.tests.RequestsSeen;
import dev.zaelimiter.tests.RequestsSeen.Request;
import dev.zaelimiter.tests.StreamedStore;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The policies of {@code docs/operator/policies.md} allow what each role asks of a table, by the requests that are made here,
 * and allow nothing that no request needs.
 */
class PoliciesPageTest {

    /** In a take from several shards, beside the one write that turns out to be enough: no use here comes to that. */
    private static final String RARE = "dynamodb:ConditionCheckItem";

    /** A shard that a bucket is divided into, once a partition is written as often as it can be. */
    private static final String NEW_SHARD = "dynamodb:PutItem";

    /** Asked for when a table is connected to, by the module that knows tables: {@link TableRolesTest} sees it. */
    static final Request VERSIONS = new Request("GetItem", Query.Index.TABLE, "_/SYSTEM#");

    private final ManualClock clock = new ManualClock();
    private final ChoosyStore choosy = new ChoosyStore(new InMemoryStore(clock));
    private final RequestsSeen store = new RequestsSeen(choosy);

    @BeforeEach
    void prepare() {
        try (LimitRepository repository = open(RepositoryBuilder.on(store))) {
            repository.limits().setSystemDefaults(Limit.perMinute("spm", 100));
            repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100), Limit.perMinute("tpm", 9));
            repository.entities().create(Entity.builder("org").build());
            repository
                    .entities()
                    .create(Entity.builder("key").parent("org").cascade(true).build());
            repository.limits().setEntityLimits("key", "img", Limit.perMinute("rpm", 100));
        }
        store.take();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private LimitRepository open(RepositoryBuilder builder) {
        return builder.environment(clock).build();
    }

    private LimitRepository connect() {
        return open(RepositoryBuilder.on(store).existingNamespace());
    }

    /** Each request is allowed, and each action and pattern is needed by one. What is asked of a table as a whole is not seen here. */
    private void fits(String role, Set<Request> seen) {
        PolicyPage.Policy policy = PolicyPage.here().of(role);
        policy.allows(seen, namespace());
        policy.ofPartitions()
                .needs(
                        seen,
                        namespace(),
                        switch (role) {
                            case "Acquire" -> Set.of(RARE);
                            case "Aggregate", "Function" -> Set.of(NEW_SHARD);
                            default -> Set.of();
                        });
    }

    private String namespace() {
        try (LimitRepository repository = connect()) {
            return Administration.of(repository)
                    .namespaces()
                    .get("default")
                    .orElseThrow()
                    .id();
        }
    }

    @Test
    void acquire() {
        divide("hot");
        try (LimitRepository repository = connect()) {
            RateLimiter limiter = repository.rateLimiter();
            for (String resource : List.of("gpt-4", "img")) {
                AcquireRequest request = AcquireRequest.entity("key")
                        .resource(resource)
                        .take("rpm", 2)
                        .build();
                limiter.acquire(request).giveBack();
                clock.advance(Duration.ofSeconds(70));
                limiter.call(request, lease -> {
                    lease.settle("rpm", 5);
                    return 1;
                });
                limiter.check(request);
                limiter.explain("key", resource);
            }
            AcquireRequest one = AcquireRequest.entity("hot")
                    .resource("gpt-4")
                    .take("rpm", 1)
                    .build();
            limiter.acquire(one).keep();
            limiter.acquire(AcquireRequest.entity("hot")
                            .resource("gpt-4")
                            .take("rpm", 60)
                            .build())
                    .keep();
            for (int i = 0; i < 10; i++) {
                clock.advance(Duration.ofSeconds(70));
                limiter.acquire(one).keep();
            }
            AcquireRequest other =
                    AcquireRequest.entity("x").resource("other").take("spm", 1).build();
            limiter.acquire(other).keep();
        }
        fits("Acquire", store.take());
    }

    @Test
    void aggregate() {
        StreamedStore streamed = new StreamedStore(store);
        try (LimitRepository aggregated = open(RepositoryBuilder.on(streamed).registryOnly());
                StreamPoller poller = StreamPoller.of(aggregated)
                        .archive(object -> CompletableFuture.completedFuture(Optional.empty()))
                        .start()) {
            Set<Request> seen = new HashSet<>(store.take());
            divide("hot");
            try (LimitRepository repository = connect()) {
                repository
                        .rateLimiter()
                        .acquire(AcquireRequest.entity("hot")
                                .resource("gpt-4")
                                .take("rpm", 90)
                                .build())
                        .keep();
            }
            store.take();
            choosy.refuseUsageOnce();
            assertThat(poller.catchUp(Duration.ofMinutes(1))).isTrue();
            assertThat(choosy.refuses()).isFalse();
            streamed.roll();
            clock.advance(Duration.ofMinutes(1));
            streamed.forget();
            clock.advance(Duration.ofMinutes(30));
            seen.addAll(store.take());
            fits("Aggregate", seen);
        }
    }

    /** As Lambda calls it: with batches, and nobody else's leases. */
    @Test
    void function() {
        StreamedStore streamed = new StreamedStore(store);
        try (LimitRepository aggregated =
                open(RepositoryBuilder.on(streamed).registryOnly().existingNamespace())) {
            Set<Request> seen = new HashSet<>(store.take());
            divide("hot");
            try (LimitRepository repository = connect()) {
                repository
                        .rateLimiter()
                        .acquire(AcquireRequest.entity("hot")
                                .resource("gpt-4")
                                .take("rpm", 90)
                                .build())
                        .keep();
            }
            List<ChangeRecord> changes = new ArrayList<>(streamed.everything());
            changes.addAll(List.of(moreShards("hot"), expired()));
            store.take();
            choosy.refuseUsageOnce();
            AtomicBoolean away = new AtomicBoolean(true);
            Aggregator aggregator = Aggregator.of(aggregated)
                    .archive(object -> away.get()
                            ? CompletableFuture.failedFuture(new StoreException.Denied("no bucket", null))
                            : CompletableFuture.completedFuture(Optional.empty()))
                    .build();
            BatchOutcome outcome = aggregator
                    .process(StreamBatch.ofTable("label", "shardId-0", changes))
                    .join();
            assertThat(outcome.complete()).isTrue();
            assertThat(outcome.divisions()).isPositive();
            assertThat(choosy.refuses()).isFalse();
            // What waited in the table is archived once the archive is there.
            away.set(false);
            clock.advance(Duration.ofMinutes(20));
            aggregator.archiveAgain().join();
            seen.addAll(store.take());
            seen.add(VERSIONS);
            fits("Function", seen);
            // A poller does all of it, too.
            PolicyPage.here().of("Aggregate").allows(seen, namespace());
        }
    }

    /** The first shard of a divided bucket is divided again, and the others are to follow. */
    private ChangeRecord moreShards(String entity) {
        Key key = Key.of(namespace() + "/BUCKET#" + entity + "#gpt-4#0", "#STATE");
        Item before = Objects.requireNonNull(store.get(key).join());
        Item.Builder after = Item.builder(key);
        before.attributes().forEach((name, value) -> {
            if (!name.equals(Item.PK) && !name.equals(Item.SK)) {
                after.put(name, name.equals("shard_count") ? AttributeValue.of(4) : value);
            }
        });
        Item made = after.build();
        store.write(Write.put(WriteShape.put(null), made)).join();
        return new ChangeRecord(key, before, made, false, BigInteger.valueOf(1_000_000), clock.wallMillis());
    }

    /** A record of a change that the table's time to live removed. */
    private ChangeRecord expired() {
        Key key = Key.of(namespace() + "/AUDIT#key", "#AUDIT#1");
        Item item = Item.builder(key)
                .put("event_id", "1")
                .put("timestamp", "2026-01-01T10:00:00.000Z")
                .put("action", "limits_set")
                .put("entity_id", "key")
                .put("principal", AttributeValue.Null.NULL)
                .put("ttl", 1)
                .build();
        return new ChangeRecord(key, item, null, true, BigInteger.valueOf(1_000_001), clock.wallMillis());
    }

    /** As the engine does when a partition has no room for more writes. */
    private void divide(String entity) {
        try (LimitRepository repository = connect()) {
            repository
                    .rateLimiter()
                    .acquire(AcquireRequest.entity(entity)
                            .resource("gpt-4")
                            .take("rpm", 1)
                            .build())
                    .giveBack();
        }
        String bucket = namespace() + "/BUCKET#" + entity + "#gpt-4#";
        Item whole =
                Objects.requireNonNull(store.get(Key.of(bucket + 0, "#STATE")).join());
        for (int shard = 0; shard < 2; shard++) {
            Item.Builder part = Item.builder(Key.of(bucket + shard, "#STATE"));
            whole.attributes().forEach((name, value) -> {
                if (!name.equals(Item.PK) && !name.equals(Item.SK) && !name.equals(Item.TTL)) {
                    boolean balance = name.endsWith("_tk") && !name.equals("b_wcu_tk");
                    part.put(name, balance ? AttributeValue.of(whole.whole(name, 0) / 2) : value);
                }
            });
            store.write(Write.put(
                            WriteShape.put(null), part.put("shard_count", 2).build()))
                    .join();
        }
        store.take();
    }

    private void look(LimitRepository repository) {
        Administration admin = Administration.of(repository);
        admin.explain("key", "gpt-4");
        repository
                .rateLimiter()
                .check(AcquireRequest.entity("key")
                        .resource("gpt-4")
                        .take("rpm", 1)
                        .build());
        admin.audit().read("key", 10, null);
        admin.audit().read(AuditLog.namespace("default"), 10, null);
        admin.audit().readAll(null, null, 10, null);
        admin.versions();
        admin.namespaces().list();
        admin.namespaces().deleted();
        admin.entities().list(10, null);
        admin.entities().get("key");
        admin.entities().children("org", 10, null);
        admin.limits().resourcesWithDefaults();
        admin.limits().resourcesWithEntityLimits();
        admin.limits().entitiesWithLimits("img", 10, null);
        admin.limits().read(Level.system());
        assertThat(admin.switches().list()).isEmpty();
        admin.buckets().ofEntity("key").forEach(each -> {});
        admin.buckets().capacity("gpt-4");
        admin.declared().plan(Manifest.parse("namespace: default\n"));
        admin.declared().export();
    }

    @Test
    void read() {
        try (LimitRepository repository = connect()) {
            repository
                    .rateLimiter()
                    .acquire(AcquireRequest.entity("key")
                            .resource("gpt-4")
                            .take("rpm", 1)
                            .build())
                    .keep();
        }
        store.take();
        try (LimitRepository repository = connect()) {
            look(repository);
        }
        fits("Read", store.take());
    }

    @Test
    void change() {
        try (LimitRepository repository = connect()) {
            for (String entity : List.of("key", "gone")) {
                repository
                        .rateLimiter()
                        .acquire(AcquireRequest.entity(entity)
                                .resource("gpt-4")
                                .take("rpm", 1)
                                .build())
                        .keep();
            }
        }
        store.write(Write.put(
                        WriteShape.put(null),
                        Item.builder(Key.of("_/SYSTEM#", "#VERSION"))
                                .put("client_min_version", "0.9.0")
                                .build()))
                .join();
        store.take();
        try (LimitRepository repository = connect()) {
            Administration admin = Administration.of(repository).actingAs("alice");
            look(repository);
            admin.limits().setResourceDefaults("soft", Limit.perMinute("rpm", 9).asSoft());
            admin.limits().deleteResourceDefaults("soft");
            admin.limits().setSystemDefaults(Limit.perMinute("spm", 9));
            admin.limits().setOnUnavailable(OnUnavailable.ALLOW);
            admin.limits().setResourceDefaults("new", Limit.perMinute("rpm", 9));
            admin.limits().deleteResourceDefaults("new");
            admin.limits().setEntityLimits("key", "gpt-4", Limit.perMinute("rpm", 9));
            admin.limits().deleteEntityLimits("key", "gpt-4");
            admin.switches().set(Level.resource("gpt-4"), Access.DISABLED);
            admin.switches().clear(Level.resource("gpt-4"));
            admin.entities().create(Entity.builder("gone").parent("org").build());
            admin.entities().setCascade("gone", true);
            admin.entities().setParent("gone", null);
            admin.refills().reset("key", "gpt-4", Set.of(), "ticket-1");
            admin.refills().topUp("key", "gpt-4", Map.of("rpm", 5L), null);
            admin.entities().delete("gone");
            DeclaredLimits declared = admin.declared();
            declared.apply(
                    declared.plan(
                            Manifest.parse("namespace: default\nresources: {a: {limits: {rpm: {capacity: 9}}}}\n")),
                    level -> {});
            declared.apply(declared.plan(Manifest.parse("namespace: default\n")), level -> {});
        }
        fits("Change", store.take());
    }

    @Test
    void namespaces() {
        try (LimitRepository repository = connect()) {
            Administration admin = Administration.of(repository);
            Namespace made = admin.namespaces().register("other");
            admin.namespaces().delete("other");
            admin.namespaces().list();
            admin.namespaces().recover(made.id());
            admin.namespaces().delete("other");
            admin.namespaces().purge(made.id(), count -> {});
        }
        fits("Namespaces", store.take());
    }
}

package dev.zaelimiter.tests.docs;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.tests.ChoosyStore;
import dev.zaelimiter.tests.RequestsSeen;
import dev.zaelimiter.tests.RequestsSeen.Request;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The policies of {@code docs/operator/policies.md} allow what each role asks of a table, by the requests that are made
 * here, and allow nothing that no request needs.
 */
abstract class PolicyRequests {

    /** In a take from several shards, beside the one write that turns out to be enough: no use here comes to that. */
    private static final String RARE = "dynamodb:ConditionCheckItem";

    /** A shard that a bucket is divided into, once a partition is written as often as it can be. */
    private static final String NEW_SHARD = "dynamodb:PutItem";

    /** Asked for when a table is connected to, by the module that knows tables: {@link TableRolesTest} sees it. */
    static final Request VERSIONS = new Request("GetItem", Query.Index.TABLE, "_/SYSTEM#");

    final ManualClock clock = new ManualClock();
    final ChoosyStore choosy = new ChoosyStore(new InMemoryStore(clock));
    final RequestsSeen store = new RequestsSeen(choosy);

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

    LimitRepository open(RepositoryBuilder builder) {
        return builder.environment(clock).build();
    }

    LimitRepository connect() {
        return open(RepositoryBuilder.on(store).existingNamespace());
    }

    /**
     * Each request is allowed, and each action and pattern is needed by one. What is asked of a table as a whole is not
     * seen here.
     */
    void fits(String role, Set<Request> seen) {
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

    String namespace() {
        try (LimitRepository repository = connect()) {
            return Administration.of(repository)
                    .namespaces()
                    .get("default")
                    .orElseThrow()
                    .id();
        }
    }

    /** As the engine does when a partition has no room for more writes. */
    void divide(String entity) {
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
}

package dev.zaelimiter.tests.python;

import com.fasterxml.jackson.databind.JsonNode;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.dynamodb.RealTable;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.tests.VirtualTimeStore;
import dev.zaelimiter.tests.backends.Backend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A real table, processes of ours and clients of the original on it, and one clock for all of them, which only the test
 * moves.
 */
final class SharedTable implements AutoCloseable {

    static final String RESOURCE = "gpt-4";
    static final String NAMESPACE = "shared";

    final ManualClock clock = new ManualClock();
    final ItemStore store;
    private final PythonClients python;
    private final String table;
    private final List<LimitRepository> open = new ArrayList<>();
    private final Map<String, Client> clients = new LinkedHashMap<>();
    private @Nullable String namespaceId;

    /** A table as ours is made. */
    SharedTable(PythonClients python) {
        this(python, null);
    }

    /**
     * A table as ours is made, with a record of versions.
     *
     * @param aggregator the version of a deployed function that the record names; null for none
     */
    SharedTable(PythonClients python, @Nullable String aggregator) {
        this.python = python;
        RealTable real = new RealTable(Backend.DYNOXIDE.endpoint());
        this.table = real.name();
        this.store = new VirtualTimeStore(real.open(), clock, 1000, real::drop);
        Map<String, Object> record = new LinkedHashMap<>(Map.of("table", table));
        record.put("aggregator", aggregator);
        python.tell("table", record);
        tellTime();
    }

    private void tellTime() {
        python.tell("clock", Map.of("ms", clock.wallMillis()));
    }

    /** Another process of ours. */
    LimitRepository process() {
        return process(settings -> settings);
    }

    LimitRepository process(UnaryOperator<RepositoryBuilder> settings) {
        LimitRepository repository = settings.apply(RepositoryBuilder.on(store)
                        .environment(clock)
                        .namespace(NAMESPACE)
                        .sharedWithPython(true)
                        .inlineCallbacks())
                .build();
        open.add(repository);
        return repository;
    }

    /** A client of the original, with caches of its own; the namespace is there once a process of ours was. */
    Client client(String name) {
        return client(name, Map.of());
    }

    Client client(String name, Map<String, ?> settings) {
        return clients.computeIfAbsent(name, missing -> {
            if (open.isEmpty()) {
                process();
            }
            Map<String, Object> told = new LinkedHashMap<>(settings);
            told.put("client", name);
            told.put("table", table);
            told.put("namespace", NAMESPACE);
            python.tell("open", told);
            return new Client(python, name);
        });
    }

    void millis(long millis) {
        clock.advance(Duration.ofMillis(millis));
        tellTime();
    }

    void seconds(long seconds) {
        millis(1000 * seconds);
    }

    /** Tells the original something about the table itself, or a bucket's image. */
    JsonNode tell(String command, Map<String, ?> named) {
        Map<String, Object> told = new LinkedHashMap<>(named);
        told.put("table", table);
        return python.tell(command, told);
    }

    /** Chooses what the original draws at random. */
    void seed(long seed) {
        python.tell("seed", Map.of("number", seed));
    }

    /** The opaque id that begins every key. */
    String namespace() {
        if (namespaceId == null) {
            if (open.isEmpty()) {
                process();
            }
            Item record = Objects.requireNonNull(
                    store.get(Key.of("_/SYSTEM#", "#NAMESPACE#" + NAMESPACE)).join());
            namespaceId = Objects.requireNonNull(record.text("namespace_id"));
        }
        return namespaceId;
    }

    @Nullable
    Item item(String pk, String sk) {
        return store.get(Key.of(namespace() + pk, sk)).join();
    }

    /** A shard's item, or null. */
    @Nullable
    Item shard(String entity, int shard) {
        return item("/BUCKET#" + entity + "#" + RESOURCE + "#" + shard, "#STATE");
    }

    Item bucket(String entity) {
        return Objects.requireNonNull(shard(entity, 0), entity);
    }

    /** Stores an item as it is. */
    void put(Item item) {
        store.write(Write.put(WriteShape.put(null), item)).join();
    }

    /** A request on the one resource that most tests use. */
    static AcquireRequest take(String entity, String limit, long amount) {
        return AcquireRequest.entity(entity)
                .resource(RESOURCE)
                .take(limit, amount)
                .build();
    }

    /** Takes and keeps, if it fits. */
    static boolean took(LimitRepository repository, AcquireRequest request) {
        return repository
                .rateLimiter()
                .tryAcquire(request)
                .match(
                        lease -> {
                            lease.keep();
                            return true;
                        },
                        refusal -> false);
    }

    static boolean took(LimitRepository repository, String entity, String limit, long amount) {
        return took(repository, take(entity, limit, amount));
    }

    /** Takes one at a time, until refused or until it was granted so often; says how often. */
    static int drain(LimitRepository repository, String entity, String limit, int most) {
        int granted = 0;
        while (granted < most && took(repository, entity, limit, 1)) {
            granted++;
        }
        return granted;
    }

    /** A dripping limit, as the original is told of one. */
    static Map<String, Object> limit(String name, long capacity, long amount, long periodSeconds) {
        return Map.of(
                "limit",
                "custom",
                "name",
                name,
                "capacity",
                capacity,
                "refill_amount",
                amount,
                "refill_period_seconds",
                periodSeconds);
    }

    /** A quota that comes back whole at each match of a calendar, or some time after its first use. */
    static Map<String, Object> quota(String name, long amount, String how, Object when) {
        return Map.of("limit", "quota", "name", name, "amount", amount, how, when);
    }

    /** A dripping limit that is another at some minutes of the calendar. */
    static Map<String, Object> scheduled(String name, long perMinute, String cron, double scale) {
        Map<String, Object> limit = new LinkedHashMap<>(limit(name, perMinute, perMinute, 60));
        limit.put("schedule", List.of(Map.of("cron", cron, "scale", scale)));
        return limit;
    }

    /** One client of the original. */
    static final class Client {
        private final PythonClients python;
        private final String name;

        Client(PythonClients python, String name) {
            this.python = python;
            this.name = name;
        }

        private JsonNode tell(String command, Map<String, ?> named) {
            Map<String, Object> told = new LinkedHashMap<>(named);
            told.put("client", name);
            return python.tell(command, told);
        }

        /** Calls a method of the repository there. */
        JsonNode repository(String method, Map<String, ?> named) {
            Map<String, Object> told = new LinkedHashMap<>(named);
            told.put("method", method);
            return tell("repository", told);
        }

        /** Calls a method of the limiter there. */
        JsonNode limiter(String method, Map<String, ?> named) {
            Map<String, Object> told = new LinkedHashMap<>(named);
            told.put("method", method);
            return tell("limiter", told);
        }

        JsonNode acquire(String entity, Map<String, Long> consume, Map<String, ?> more) {
            Map<String, Object> told = new LinkedHashMap<>(more);
            told.put("entity", entity);
            told.put("resource", RESOURCE);
            told.put("consume", consume);
            return tell("acquire", told);
        }

        /** Takes and keeps, if it fits. */
        boolean took(String entity, String limit, long amount) {
            return acquire(entity, Map.of(limit, amount), Map.of())
                    .get("granted")
                    .asBoolean();
        }

        /** Takes under a name, to be ended later. */
        boolean lease(String lease, String entity, String limit, long amount) {
            return acquire(entity, Map.of(limit, amount), Map.of("lease", lease))
                    .get("granted")
                    .asBoolean();
        }

        void adjust(String lease, String limit, long delta) {
            python.tell("adjust", Map.of("lease", lease, limit, delta));
        }

        void keep(String lease) {
            python.tell("keep", Map.of("lease", lease));
        }

        void fail(String lease) {
            python.tell("fail", Map.of("lease", lease));
        }

        /** Takes one at a time, until refused or until it was granted so often; says how often. */
        int drain(String entity, String limit, int most) {
            return drain(entity, limit, most, Map.of());
        }

        int drain(String entity, String limit, int most, Map<String, ?> more) {
            return drain(RESOURCE, entity, limit, most, more);
        }

        /** The same of another resource. */
        int drainOf(String resource, String entity, String limit, int most) {
            return drain(resource, entity, limit, most, Map.of());
        }

        /** Takes one at a time, until refused so often in a row; says how often it was granted. */
        int exhaust(String entity, String limit, int refusals) {
            return tell("exhaust", Map.of("entity", entity, "resource", RESOURCE, "limit", limit, "refusals", refusals))
                    .asInt();
        }

        private int drain(String resource, String entity, String limit, int most, Map<String, ?> more) {
            Map<String, Object> told = new LinkedHashMap<>(more);
            told.put("entity", entity);
            told.put("resource", resource);
            told.put("limit", limit);
            told.put("most", most);
            return tell("drain", told).asInt();
        }
    }

    @Override
    public void close() {
        python.tell("close", Map.of());
        open.forEach(LimitRepository::close);
        store.close();
    }
}

package dev.zaelimiter.testkit.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Entity;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The model of the Python system leaves in its buckets, step by step, what the original left there when it was
 * recorded.
 */
@Execution(ExecutionMode.CONCURRENT)
class PythonVectorsTest {

    private static final String FILE = "/python-0.17.0.txt";

    private final ManualClock clock = new ManualClock();
    private final ItemStore store = new InMemoryStore(clock);
    private final Scenario scenario = new Scenario();
    private final Map<String, PythonLease> leases = new TreeMap<>();
    private Keys keys;
    private PythonWrites writes;
    private PythonMemory memory;

    private void open() {
        scenario.limits = List.of(Limit.perSecond("rps", 10), Limit.custom("slow", 50, 7, Duration.ofSeconds(13)));
        LimitRepository ours = RepositoryBuilder.on(store)
                .environment(clock)
                .namespace("shared")
                .build();
        ours.entities().create(Entity.builder("parent").build());
        ours.entities()
                .create(Entity.builder("child").parent("parent").cascade(true).build());
        Item record = Objects.requireNonNull(store.get(dev.zaelimiter.store.Key.of("_/SYSTEM#", "#NAMESPACE#shared"))
                .join());
        keys = new Keys(Objects.requireNonNull(record.text("namespace_id")));
        writes = new PythonWrites(keys);
        memory = new PythonMemory(scenario, new SplittableRandom(1));
    }

    @Test
    void steps_ofTheModel_leaveWhatPythonLeft() throws IOException {
        open();
        List<String> lines = new ArrayList<>();
        List<String> recorded;
        try (InputStream file = PythonVectorsTest.class.getResourceAsStream(FILE)) {
            recorded = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
        for (String line : recorded) {
            if (line.startsWith("#") || line.startsWith("  ")) {
                if (line.startsWith("#")) {
                    lines.add(line);
                }
                continue;
            }
            String step = line.replaceAll(" -> .*", "");
            lines.add(step + play(step.split(" ")));
            for (String entity : List.of("k", "child", "parent")) {
                Item item = store.get(writes.shard(entity, 0)).join();
                if (item != null && !step.startsWith("after")) {
                    lines.add("  " + entity + words(item));
                }
            }
        }

        assertThat(recorded).hasSizeGreaterThan(60);
        assertThat(lines).isEqualTo(recorded);
    }

    private String play(String[] step) {
        switch (step[0]) {
            case "after" -> clock.advance(Duration.ofMillis(Long.parseLong(step[1])));
            case "acquire" -> {
                PythonLease lease = new PythonAcquire(
                                memory, store, writes, clock::wallMillis, step[2], amounts(step, 3))
                        .run()
                        .join();
                if (lease != null) {
                    leases.put(step[1], lease);
                }
                return lease == null ? " -> refused" : " -> granted";
            }
            case "settle" ->
                Objects.requireNonNull(leases.get(step[1]))
                        .settle(amounts(step, 2))
                        .join();
            case "fail" ->
                Objects.requireNonNull(leases.get(step[1])).giveBack().join();
            case "double" ->
                new PythonDivision(store, writes, step[1])
                        .run(Integer.parseInt(step[2]))
                        .join();
            default -> throw new IllegalArgumentException(step[0]);
        }
        return "";
    }

    private static Map<String, Long> amounts(String[] step, int from) {
        Map<String, Long> amounts = new LinkedHashMap<>();
        for (int i = from; i < step.length; i++) {
            String[] pair = step[i].split("=");
            amounts.put(pair[0], 1000 * Long.parseLong(pair[1]));
        }
        return amounts;
    }

    private static String words(Item item) {
        StringBuilder words = new StringBuilder();
        item.attributes().forEach((name, value) -> {
            if (value instanceof AttributeValue.Whole whole && !name.equals("pgen")) {
                words.append(' ').append(name).append('=').append(whole.value());
            }
        });
        return words.toString();
    }
}

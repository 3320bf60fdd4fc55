package dev.zaelimiter.tests.python;

import static dev.zaelimiter.tests.python.SharedTable.RESOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Entity;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.tests.python.SharedTable.Client;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What the original leaves in its buckets, step by step, for those who replay it without it: {@code PythonVectorsTest}
 * of the testkit does in each build. Recorded anew with {@code -DargLine=-Dpin}.
 */
class PythonRecordingTest extends BesidePython {

    private static final Path FILE = Path.of("..", "testkit", "src", "test", "resources", "python-0.17.0.txt");

    /** Times are milliseconds after the one before; shards that are there are written down after each step. */
    private static final List<String> SCRIPT = List.of(
            "acquire a k rps=3 slow=1",
            "after 250",
            "acquire b k rps=7 slow=4",
            "acquire c k rps=1",
            "after 333",
            "acquire d k rps=3 slow=2",
            "settle a rps=2 slow=0",
            "settle b rps=-3 slow=-4",
            "after 10007",
            "acquire e k rps=10 slow=1",
            "fail e",
            "acquire f k rps=1 slow=0",
            "after 1",
            "fail f",
            "acquire g k rps=12 slow=0",
            "acquire h k slow=30",
            "settle h slow=-30",
            "acquire p k slow=30",
            "after 70000",
            "acquire q k slow=25",
            "settle p slow=-30",
            "acquire r k slow=1",
            "after 4444",
            "acquire i k rps=4 slow=20",
            "double k 1",
            "after 1500",
            "acquire j child rps=2 slow=3",
            "acquire l parent rps=8",
            "acquire m child rps=1",
            "after 777",
            "acquire n child rps=6 slow=1",
            "fail n",
            "after 20000",
            "settle j rps=1 slow=5",
            "acquire o child rps=9");

    @Test
    @DisplayName("what Python 0.17.0 leaves in its buckets is what is kept of it")
    void steps_ofPython_leaveWhatIsKept() throws IOException {
        LimitRepository ours = table.process();
        ours.limits()
                .setResourceDefaults(
                        RESOURCE,
                        Limit.perSecond("rps", 10),
                        Limit.custom("slow", 50, 7, java.time.Duration.ofSeconds(13)));
        ours.entities().create(Entity.builder("parent").build());
        ours.entities()
                .create(Entity.builder("child").parent("parent").cascade(true).build());
        Client theirs = table.client("theirs");
        List<String> lines = new ArrayList<>();
        lines.add(
                "# What zae-limiter 0.17.0 for Python leaves in its buckets, step by step. Made by PythonRecordingTest.");
        for (String step : SCRIPT) {
            lines.add(step + play(step.split(" "), theirs));
            for (String entity : List.of("k", "child", "parent")) {
                Item item = table.shard(entity, 0);
                if (item != null && !step.startsWith("after")) {
                    lines.add("  " + entity + words(item));
                }
            }
        }
        if (System.getProperty("pin") != null) {
            Files.write(FILE, lines);
        }
        assertThat(Files.readAllLines(FILE)).isEqualTo(lines);
    }

    private String play(String[] step, Client theirs) {
        switch (step[0]) {
            case "after" -> table.millis(Long.parseLong(step[1]));
            case "acquire" -> {
                boolean granted = theirs.acquire(step[2], amounts(step, 3), Map.of("lease", step[1]))
                        .get("granted")
                        .asBoolean();
                return granted ? " -> granted" : " -> refused";
            }
            case "settle" -> {
                amounts(step, 2).forEach((limit, more) -> theirs.adjust(step[1], limit, more));
                theirs.keep(step[1]);
            }
            case "fail" -> theirs.fail(step[1]);
            case "double" ->
                theirs.repository(
                        "bump_shard_count",
                        Map.of("entity_id", step[1], "resource", RESOURCE, "current_count", Long.valueOf(step[2])));
            default -> throw new IllegalArgumentException(step[0]);
        }
        return "";
    }

    private static Map<String, Long> amounts(String[] step, int from) {
        Map<String, Long> amounts = new LinkedHashMap<>();
        for (int i = from; i < step.length; i++) {
            String[] pair = step[i].split("=");
            amounts.put(pair[0], Long.valueOf(pair[1]));
        }
        return amounts;
    }

    /** Numbers alone: keys and stamps of the entity are another table's the next time. */
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

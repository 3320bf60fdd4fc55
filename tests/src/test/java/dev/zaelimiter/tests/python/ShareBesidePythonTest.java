package dev.zaelimiter.tests.python;

import static dev.zaelimiter.tests.python.SharedTable.RESOURCE;
import static dev.zaelimiter.tests.python.SharedTable.took;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.dynamodb.RealTable;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.tests.backends.Backend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What each of two gets of a drained bucket, in real time, when both ask again as soon as they are answered: ours
 * beside Python, and Python beside Python. Who reads before it writes, and is refused when another was faster, gets
 * little; how little, is printed.
 */
@Tag("extended")
@Tag("back-end")
@Timeout(180)
class ShareBesidePythonTest {

    private static final int SECONDS = Integer.getInteger("share.seconds", 5);
    private static final int RATE = Integer.getInteger("share.rate", 50);

    private final PythonClients one = new PythonClients(Backend.DYNOXIDE.endpoint());
    private final PythonClients two = new PythonClients(Backend.DYNOXIDE.endpoint());
    private final RealTable table = new RealTable(Backend.DYNOXIDE.endpoint());
    private ItemStore store;
    private LimitRepository ours;

    @BeforeEach
    void open() {
        store = table.open();
        one.tell("table", Map.of("table", table.name()));
        ours = RepositoryBuilder.on(store)
                .namespace("shared")
                .sharedWithPython(true)
                .deadline(Duration.ofSeconds(20))
                .build();
        ours.limits().setResourceDefaults(RESOURCE, Limit.perSecond("rps", RATE));
        for (PythonClients python : List.of(one, two)) {
            Map<String, Object> real = new java.util.HashMap<>();
            real.put("ms", null);
            python.tell("clock", real);
            python.tell("open", Map.of("client", "c", "table", table.name(), "namespace", "shared"));
        }
    }

    @AfterEach
    void close() {
        one.close();
        two.close();
        ours.close();
        store.close();
        table.drop();
    }

    private record Share(long granted, long refused) {}

    private static Share python(PythonClients python, String entity) {
        JsonNode counts = python.tell(
                "hammer",
                Map.of("client", "c", "entity", entity, "resource", RESOURCE, "limit", "rps", "seconds", SECONDS));
        return new Share(counts.get("granted").asLong(), counts.get("refused").asLong());
    }

    /** As fast as a client of Python: that one has answers in some 5 ms, ours refuse from memory in none. */
    private Share ours(String entity) {
        long end = System.nanoTime() + SECONDS * 1_000_000_000L;
        long granted = 0;
        long refused = 0;
        while (System.nanoTime() < end) {
            boolean in = took(ours, SharedTable.take(entity, "rps", 1));
            granted += in ? 1 : 0;
            refused += in ? 0 : 1;
        }
        return new Share(granted, refused);
    }

    private static List<Share> atOnce(List<Supplier<Share>> all) {
        List<CompletableFuture<Share>> running = new ArrayList<>();
        all.forEach(each -> running.add(CompletableFuture.supplyAsync(each)));
        return running.stream().map(CompletableFuture::join).toList();
    }

    @Test
    @DisplayName("I14: what Python gets of a drained bucket beside ours, and beside another Python")
    void drained_inRealTime_pythonGetsAPart() {
        List<Share> mixed = atOnce(List.of(() -> ours("m"), () -> python(one, "m")));
        List<Share> alone = atOnce(List.of(() -> python(one, "p"), () -> python(two, "p")));
        long theirs = mixed.get(1).granted();
        long all = mixed.get(0).granted() + theirs;
        System.out.printf(
                "%d s of a drained bucket, %d a second: ours %s, Python %s (%.0f%%); Python %s beside Python %s%n",
                SECONDS, RATE, mixed.get(0), mixed.get(1), 100.0 * theirs / all, alone.get(0), alone.get(1));
        assertThat(all).isLessThanOrEqualTo((long) RATE * (SECONDS + 3));
        assertThat(theirs).isPositive();
    }
}

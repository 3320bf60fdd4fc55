package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * D8: of 10,000 callers that came together nearly all met their deadline. Each goes on, on the store's own task, when
 * it is answered, and writes; and no such write was put into the file before the last of the 10,000 had gone on.
 */
@Tag("threads")
@DisplayName("D8: a crowd is answered a part at a time")
@Timeout(60)
class CrowdTest {

    private static final int CALLERS = 1_000;
    private static final WriteShape INCREMENT =
            WriteShape.update(null, List.of(new Action(Verb.ADD, "n", new Operand.Constant(AttributeValue.of(1)))));

    @TempDir
    private Path directory;

    private final ManualClock clock = new ManualClock();
    private final HeldTasks held = new HeldTasks(clock);

    private FileStore open() {
        return FileStore.open(directory.resolve("limits.zae"), Durability.PROCESS_CRASH, held);
    }

    private CompletableFuture<?> increment(FileStore store, int caller) {
        return store.write(Write.of(INCREMENT, Key.of("p", "s" + caller)));
    }

    @Test
    void write_crowdThatGoesOnSlowly_firstOnesAreServedBeforeTheLastOnesGoOn() {
        List<String> events = new ArrayList<>();
        try (FileStore store = open()) {
            for (int i = 0; i < CALLERS; i++) {
                int caller = i;
                increment(store, i)
                        .thenCompose(first -> {
                            clock.advance(Duration.ofMillis(1));
                            events.add("on " + caller);
                            return increment(store, caller);
                        })
                        .thenRun(() -> events.add("served " + caller));
            }
            held.runAll();
        }

        assertThat(events).hasSize(2 * CALLERS);
        assertThat(events.indexOf("served 0")).isLessThan(100);
        assertThat(events.indexOf("served 500")).isLessThan(events.indexOf("on 999"));
        List<Integer> order = new ArrayList<>();
        events.stream()
                .filter(event -> event.startsWith("on "))
                .forEach(event -> order.add(Integer.valueOf(event.substring(3))));
        assertThat(order).as("first come, first served").isSorted();
    }

    @Test
    void write_othersComeStraightBackForEver_thoseWhoWaitedBeforeAreNotOvertakenForEver() {
        List<String> served = new ArrayList<>();
        try (FileStore store = open()) {
            for (int i = 0; i < CALLERS; i++) {
                int caller = i;
                increment(store, i).thenRun(() -> {
                    clock.advance(Duration.ofMillis(1));
                    served.add("crowd " + caller);
                });
            }
            comeBack(store, served, 5_000);
            held.runAll();
        }

        assertThat(served.indexOf("crowd 999")).isBetween(0, 3 * CALLERS);
    }

    private void comeBack(FileStore store, List<String> served, int left) {
        increment(store, CALLERS).thenRun(() -> {
            clock.advance(Duration.ofMillis(1));
            served.add("again");
            if (left > 0) {
                comeBack(store, served, left - 1);
            }
        });
    }

    @Test
    void close_byACallbackInTheMiddleOfACrowd_answersAllThatIsInTheFile() {
        List<CompletableFuture<?>> answers = new ArrayList<>();
        FileStore store = open();
        for (int i = 0; i < CALLERS; i++) {
            boolean closes = i == CALLERS / 2;
            answers.add(increment(store, i).thenRun(() -> {
                clock.advance(Duration.ofMillis(1));
                if (closes) {
                    store.close();
                }
            }));
        }
        held.runAll();

        assertThat(answers).allSatisfy(answer -> assertThat(answer).isCompletedWithValue(null));
    }
}

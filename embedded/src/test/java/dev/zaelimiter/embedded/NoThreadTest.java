package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Environment;
import dev.zaelimiter.ForwardingEnvironment;
import dev.zaelimiter.embedded.journal.BatchEncoder;
import dev.zaelimiter.embedded.journal.JournalWriter;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An environment whose executor or timer throws: each call is answered all the same, and nothing is written twice. */
@Timeout(60)
class NoThreadTest {

    private static final WriteShape INCREMENT =
            WriteShape.update(null, List.of(new Action(Verb.ADD, "n", new Operand.Constant(AttributeValue.of(1)))));
    private static final Key KEY = Key.of("p", "s");

    @TempDir
    private Path directory;

    private final Throwing environment = new Throwing();
    private Throwable failsWith = new IOException("No space left on device");
    private volatile boolean fails;

    /** Does with a task what the test says, and then throws. */
    private static final class Throwing extends ForwardingEnvironment {
        private final Deque<Runnable> kept = new ArrayDeque<>();
        private Executor first = task -> {};
        private boolean timer = true;

        Throwing() {
            super(Environment.system());
        }

        @Override
        public Executor executor() {
            return task -> {
                first.execute(task);
                throw new RejectedExecutionException("full");
            };
        }

        @Override
        public Timer schedule(Runnable task, long delayNanos) {
            if (timer) {
                kept.add(task);
                return () -> {};
            }
            throw new RejectedExecutionException("shut down");
        }
    }

    private FileStore open() {
        return new FileOpening(file(), Durability.PROCESS_CRASH, environment, JournalFile.USUAL_SLACK) {
            @Override
            JournalFile journalFile(JournalWriter writer, Environment env, Durability durable, long allowed) {
                return new JournalFile(writer, env, durable, allowed) {
                    @Override
                    void append(BatchEncoder batch) throws IOException {
                        if (fails && failsWith instanceof IOException full) {
                            throw full;
                        }
                        if (fails && failsWith instanceof Error fault) {
                            throw fault;
                        }
                        super.append(batch);
                    }
                };
            }
        }.open();
    }

    private Path file() {
        return directory.resolve("limits.zae");
    }

    private static void increment(FileStore store) {
        assertThat(store.write(Write.of(INCREMENT, KEY))).isCompleted();
    }

    private void assertThatFileHolds(long count) {
        try (FileStore again = FileStore.open(file(), Durability.PROCESS_CRASH, Environment.system())) {
            Item item = again.get(KEY).join();
            assertThat(item == null ? 0 : item.whole("n", 0)).isEqualTo(count);
        }
    }

    @Test
    @DisplayName("an executor that refuses left each further call without an answer, for ever")
    void write_executorRefuses_isWrittenByItsCaller() {
        FileStore store = open();
        increment(store);
        increment(store);
        store.close();
        assertThatFileHolds(2);
    }

    @Test
    void write_executorThrowsAfterItHasRunTheTask_writesOnce() {
        environment.first = Runnable::run;
        FileStore store = open();
        increment(store);
        store.close();
        assertThatFileHolds(1);
    }

    @Test
    void write_executorThrowsAndRunsTheTaskLater_writesOnce() {
        Deque<Runnable> later = environment.kept;
        environment.first = later::add;
        FileStore store = open();
        increment(store);
        increment(store);
        assertThat(later).hasSize(2);
        later.forEach(Runnable::run);
        increment(store);
        store.close();
        assertThatFileHolds(3);
    }

    @Test
    void write_diskFullAndNoTimer_goesOnWhenThereIsRoom() {
        FileStore store = open();
        environment.timer = false;
        fails = true;
        assertThatThrownBy(store.write(Write.of(INCREMENT, KEY))::join)
                .hasCauseInstanceOf(StoreException.Uncertain.class)
                .hasMessageContaining("No space left");
        fails = false;
        while (store.get(KEY).isCompletedExceptionally()) {
            Thread.onSpinWait();
        }
        increment(store);
        store.close();
        assertThatFileHolds(2);
    }

    @Test
    @DisplayName("an error within the task that writes left each further call without an answer, for ever")
    void write_taskFails_isUncertainAndTheNextIsWritten() {
        FileStore store = open();
        failsWith = new OutOfMemoryError("a test");
        fails = true;
        assertThatThrownBy(store.write(Write.of(INCREMENT, KEY))::join)
                .hasCauseInstanceOf(StoreException.Uncertain.class)
                .hasMessageContaining("a test");
        fails = false;
        environment.kept.remove().run();
        increment(store);
        store.close();
        assertThatFileHolds(2);
    }
}

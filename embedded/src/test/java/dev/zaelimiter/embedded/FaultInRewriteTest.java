package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Environment;
import dev.zaelimiter.ForwardingEnvironment;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Something is thrown while a file is written anew: what was acknowledged is in the file that takes its place. */
@Timeout(120)
class FaultInRewriteTest {

    private static final int ITEMS = 300;
    private static final int MOST_WRITES = 5000;
    private static final int MOST_QUESTIONS = 4;
    private static final Key BUSY = Key.of("busy", "s");
    private static final WriteShape SET = WriteShape.update(
            null,
            List.of(
                    new Action(Verb.ADD, "n", new Operand.Constant(AttributeValue.of(1))),
                    new Action(Verb.SET, "text", new Operand.Constant(AttributeValue.of("x".repeat(800))))));

    @TempDir
    private Path directory;

    /** Throws at one of the questions of a rewrite for the time; runs its tasks where they are given. */
    private static final class Throwing extends ForwardingEnvironment {
        private final AtomicInteger left = new AtomicInteger(-1);

        Throwing() {
            super(Environment.system());
        }

        private void asked() {
            if (left.get() >= 0 && ofRewrite() && left.getAndDecrement() == 0) {
                throw new IllegalStateException("a clock that throws");
            }
        }

        private static boolean ofRewrite() {
            return StackWalker.getInstance()
                    .walk(frames ->
                            frames.anyMatch(frame -> frame.getClassName().equals(Rewrite.class.getName())));
        }

        @Override
        public long wallMillis() {
            asked();
            return super.wallMillis();
        }

        @Override
        public long monotonicNanos() {
            asked();
            return super.monotonicNanos();
        }

        @Override
        public Timer schedule(Runnable task, long delayNanos) {
            return super.schedule(task, delayNanos / 100);
        }

        @Override
        public Executor executor() {
            return Runnable::run;
        }
    }

    private static Key key(int item) {
        return Key.of("p" + item, "s");
    }

    /** How many were acknowledged. */
    private static long write(FileStore store, Key key) throws InterruptedException {
        try {
            store.write(Write.of(SET, key)).get(30, TimeUnit.SECONDS);
            return 1;
        } catch (ExecutionException | IllegalStateException uncertain) {
            return 0;
        } catch (TimeoutException never) {
            throw new AssertionError("no answer", never);
        }
    }

    @Test
    @DisplayName("the items that a rewrite had just taken from its list were missing in the new file")
    void work_clockThrowsOnce_losesNothing() throws Exception {
        for (int question = 0; question < MOST_QUESTIONS; question++) {
            Path file = directory.resolve("limits-" + question + ".zae");
            Throwing environment = new Throwing();
            long acknowledged = 0;
            try (FileStore store = new FileOpening(file, Durability.PROCESS_CRASH, environment, 64 * 1024).open()) {
                for (int i = 0; i < ITEMS; i++) {
                    assertThat(write(store, key(i))).isEqualTo(1);
                }
                environment.left.set(question);
                long before = store.statistics().rewrites();
                for (int i = 0; i < MOST_WRITES && !isWrittenAnew(store, environment, before); i++) {
                    acknowledged += write(store, BUSY);
                }
                assertThat(environment.left).as("thrown").hasValue(-1);
                assertThat(isWrittenAnew(store, environment, before)).isTrue();
            }
            try (FileStore again = FileStore.open(file, Durability.PROCESS_CRASH, Environment.system())) {
                for (int i = 0; i < ITEMS; i++) {
                    assertThat(count(again, key(i)))
                            .as("item " + i + ", question " + question)
                            .isEqualTo(1);
                }
                assertThat(count(again, BUSY)).isGreaterThanOrEqualTo(acknowledged);
            }
        }
    }

    private static boolean isWrittenAnew(FileStore store, Throwing environment, long before) {
        return environment.left.get() < 0 && store.statistics().rewrites() > before;
    }

    private static long count(FileStore store, Key key) {
        Item item = store.get(key).join();
        return item == null ? 0 : item.whole("n", 0);
    }
}

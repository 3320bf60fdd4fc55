package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Environment;
import dev.zaelimiter.embedded.journal.BatchEncoder;
import dev.zaelimiter.embedded.journal.JournalWriter;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ChangeFeed;
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
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk that takes nothing for a while: nobody is told a lie, and the store goes on when it can. */
@Timeout(60)
class FullDiskTest {

    private static final WriteShape INCREMENT =
            WriteShape.update(null, List.of(new Action(Verb.ADD, "n", new Operand.Constant(AttributeValue.of(1)))));
    private static final Key KEY = Key.of("p", "s");

    @TempDir
    private Path directory;

    private volatile boolean full;
    private FileStore store;

    @BeforeEach
    void open() {
        store = new FileOpening(
                directory.resolve("limits.zae"),
                Durability.PROCESS_CRASH,
                Environment.system(),
                JournalFile.USUAL_SLACK) {
            @Override
            JournalFile journalFile(JournalWriter writer, Environment env, Durability durable, long allowed) {
                return new JournalFile(writer, env, durable, allowed) {
                    @Override
                    void append(BatchEncoder batch) throws IOException {
                        if (full) {
                            throw new IOException("No space left on device");
                        }
                        super.append(batch);
                    }
                };
            }
        }.open();
    }

    private static long count(FileStore store) {
        Item item = store.get(KEY).join();
        return item == null ? 0 : item.whole("n", 0);
    }

    private FileStore reopen() {
        return FileStore.open(directory.resolve("limits.zae"), Durability.PROCESS_CRASH, Environment.system());
    }

    @Test
    void write_diskFullForAWhile_isUncertainThenTurnedAwayThenGoesOn() {
        store.write(Write.of(INCREMENT, KEY)).join();
        try (ChangeFeed feed = store.changes()) {
            full = true;
            assertThatThrownBy(store.write(Write.of(INCREMENT, KEY))::join)
                    .hasCauseInstanceOf(StoreException.Uncertain.class)
                    .hasMessageContaining("No space left");
            assertThatThrownBy(store.write(Write.of(INCREMENT, KEY))::join)
                    .hasCauseInstanceOf(StoreException.Unreachable.class)
                    .hasMessageContaining("No space left");
            assertThatThrownBy(store.get(KEY)::join).hasCauseInstanceOf(StoreException.Unreachable.class);
            assertThat(feed.poll(10).join()).isEmpty();

            full = false;
            while (store.get(KEY).isCompletedExceptionally()) {
                Thread.onSpinWait();
            }
            assertThat(count(store)).isEqualTo(2);
            assertThat(feed.poll(10).join()).hasSize(1);
            store.write(Write.of(INCREMENT, KEY)).join();
        }
        store.close();
        try (FileStore again = reopen()) {
            assertThat(count(again)).isEqualTo(3);
        }
    }

    @Test
    void close_diskStillFull_endsAndLeavesWhatWasAcknowledged() {
        store.write(Write.of(INCREMENT, KEY)).join();
        full = true;
        assertThatThrownBy(store.write(Write.of(INCREMENT, KEY))::join)
                .hasCauseInstanceOf(StoreException.Uncertain.class);

        store.close();

        try (FileStore again = reopen()) {
            assertThat(count(again)).isEqualTo(1);
        }
    }
}

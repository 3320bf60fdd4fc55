package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Environment;
import dev.zaelimiter.ForwardingEnvironment;
import dev.zaelimiter.embedded.FailingDisk.Fault;
import dev.zaelimiter.embedded.FailingDisk.Step;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whichever step of putting a new file in the place of the old one fails, nothing that was acknowledged is lost. */
@Timeout(30)
class ReplacedFileTest {

    static final int ITEMS = 20;
    static final int MOST_WRITES = 2000;
    static final int AFTERWARDS = 20;
    private static final int TIMES = 3;
    static final long SLACK = 64 * 1024;
    static final Key BUSY = Key.of("busy", "s");
    static final WriteShape SET = WriteShape.update(
            null,
            List.of(
                    new Action(Verb.ADD, "n", new Operand.Constant(AttributeValue.of(1))),
                    new Action(Verb.SET, "text", new Operand.Constant(AttributeValue.of("x".repeat(1500))))));

    @TempDir
    private Path directory;

    /** Runs its tasks where they are given, and what is tried again soon. */
    static final class Quick extends ForwardingEnvironment {
        Quick() {
            super(Environment.system());
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

    private static Stream<Arguments> faults() {
        return Stream.of(Durability.values())
                .flatMap(durability -> Stream.of(Step.values())
                        .flatMap(
                                step -> Stream.of(Fault.values()).map(fault -> Arguments.of(durability, step, fault))));
    }

    private Path file() {
        return directory.resolve("limits.zae");
    }

    private FileStore open(Durability durability, Disk disk) {
        return new FileOpening(file(), durability, new Quick(), SLACK).on(disk).open();
    }

    private FailingDisk disk(Step step, Fault fault) {
        return new FailingDisk(directory.resolve("forgotten"), step, fault);
    }

    /** How many were acknowledged. */
    static long write(FileStore store, Key key) throws Exception {
        try {
            store.write(Write.of(SET, key)).get(30, TimeUnit.SECONDS);
            return 1;
        } catch (ExecutionException told) {
            return 0;
        }
    }

    /** Writes until it was written anew so often, with whatever failed behind it. */
    private static long writeAnew(FileStore store, FailingDisk disk, long rewrites) throws Exception {
        long acknowledged = 0;
        for (int i = 0; i < MOST_WRITES; i++) {
            acknowledged += write(store, BUSY);
            if (store.statistics().rewrites() >= rewrites && disk.isWell()) {
                return acknowledged;
            }
        }
        throw new AssertionError("written anew only " + store.statistics().rewrites() + " times");
    }

    /** Writes until it was written anew for the first time. */
    private static long writeAnew(FileStore store) throws Exception {
        long acknowledged = 0;
        for (int i = 0; i < MOST_WRITES && store.statistics().rewrites() == 0; i++) {
            acknowledged += write(store, BUSY);
        }
        assertThat(store.statistics().rewrites()).isEqualTo(1);
        return acknowledged;
    }

    static void assertHolds(Path path, String when, long acknowledged) {
        try (FileStore store = FileStore.open(path, Durability.PROCESS_CRASH, Environment.system())) {
            for (int i = 0; i < ITEMS; i++) {
                assertThat(count(store, Key.of("p" + i, "s"))).as(when).isEqualTo(1);
            }
            assertThat(count(store, BUSY)).as(when).isGreaterThanOrEqualTo(acknowledged);
        }
    }

    private static long count(FileStore store, Key key) {
        Item item = store.get(key).join();
        return item == null ? 0 : item.whole("n", 0);
    }

    @ParameterizedTest
    @MethodSource("faults")
    @DisplayName("when the directory's sync failed, all that was written afterwards went to a file without a name")
    void replace_aStepFails_keepsWhatIsAcknowledged(Durability durability, Step step, Fault fault) throws Exception {
        FailingDisk disk = disk(step, fault);
        Path killed = directory.resolve("killed.zae");
        Path cut = directory.resolve("cut.zae");
        long acknowledged = 0;
        try (FileStore store = open(durability, disk)) {
            for (int i = 0; i < ITEMS; i++) {
                assertThat(write(store, Key.of("p" + i, "s"))).isEqualTo(1);
            }
            // Of PROCESS_CRASH neither the new file nor its directory is brought to the disk.
            boolean reached = durability == Durability.POWER_LOSS || (step != Step.SYNC_NEW && step != Step.SYNC_ENTRY);
            disk.fail(reached ? TIMES : 0);
            acknowledged += writeAnew(store, disk, 1);
            for (int i = 0; i < AFTERWARDS; i++) {
                acknowledged += write(store, BUSY);
                InPlaceFiles.kill(file(), killed);
                assertHolds(killed, "after a kill", acknowledged);
                if (durability == Durability.POWER_LOSS) {
                    disk.cutPower(file(), cut);
                    assertHolds(cut, "after a power cut", acknowledged);
                }
            }
            acknowledged += writeAnew(store, disk, store.statistics().rewrites() + 1);
        }
        assertThat(directory.resolve("limits.zae.new")).doesNotExist();
        assertHolds(file(), "after it was closed", acknowledged);
    }

    @Test
    void replace_directoryCantBeSynced_tellsWhoWritesAndGoesOnOnceItCan() throws Exception {
        FailingDisk disk = disk(Step.SYNC_ENTRY, Fault.INPUT_OUTPUT);
        Path cut = directory.resolve("cut.zae");
        try (FileStore store = open(Durability.POWER_LOSS, disk)) {
            for (int i = 0; i < ITEMS; i++) {
                write(store, Key.of("p" + i, "s"));
            }
            disk.fail(Integer.MAX_VALUE);
            long acknowledged = writeAnew(store);
            // What is in both files may be told.
            assertThat(count(store, BUSY)).isEqualTo(acknowledged);
            assertThatThrownBy(store.write(Write.of(SET, BUSY))::join)
                    .hasCauseInstanceOf(StoreException.Uncertain.class)
                    .hasMessageContaining("its directory could not be brought to the disk: Input/output error");
            assertThatThrownBy(store.write(Write.of(SET, BUSY))::join)
                    .hasCauseInstanceOf(StoreException.Unreachable.class)
                    .hasMessageContaining("its directory could not be brought to the disk: Input/output error");
            disk.cutPower(file(), cut);
            assertHolds(cut, "after a power cut", acknowledged);

            disk.fail(0);
            while (store.get(BUSY).isCompletedExceptionally()) {
                Thread.onSpinWait();
            }
            assertThat(count(store, BUSY)).as("the one that was uncertain").isEqualTo(acknowledged + 1);
            disk.cutPower(file(), cut);
            assertHolds(cut, "after a power cut", acknowledged + 1);
        }
    }

    @Test
    void close_directoryCantBeSynced_leavesWhatWasAcknowledged() throws Exception {
        FailingDisk disk = disk(Step.SYNC_ENTRY, Fault.INPUT_OUTPUT);
        long acknowledged = 0;
        try (FileStore store = open(Durability.POWER_LOSS, disk)) {
            for (int i = 0; i < ITEMS; i++) {
                write(store, Key.of("p" + i, "s"));
            }
            disk.fail(Integer.MAX_VALUE);
            acknowledged += writeAnew(store);
            assertThat(write(store, BUSY)).isZero();
        }
        assertHolds(file(), "after it was closed", acknowledged);
        Path cut = directory.resolve("cut.zae");
        disk.cutPower(file(), cut);
        assertHolds(cut, "after a power cut", acknowledged);
    }

    @Test
    @DisplayName("a file whose name was not on the disk when it was opened lost what was acknowledged in a power cut")
    void open_nameMayNotBeOnTheDisk_isBroughtThereFirst() throws Exception {
        FailingDisk disk = disk(Step.SYNC_ENTRY, Fault.INPUT_OUTPUT);
        disk.fail(1);
        assertThatThrownBy(() -> open(Durability.POWER_LOSS, disk))
                .isInstanceOf(StoreFileException.class)
                .hasMessageContaining("can't be opened: Input/output error");
        disk.fail(1);
        assertThatThrownBy(() -> open(Durability.POWER_LOSS, disk)).isInstanceOf(StoreFileException.class);

        Path cut = directory.resolve("cut.zae");
        try (FileStore store = open(Durability.POWER_LOSS, disk)) {
            assertThat(write(store, BUSY)).isEqualTo(1);
            disk.cutPower(file(), cut);
        }
        assertThat(cut).exists();
        try (FileStore store = FileStore.open(cut, Durability.PROCESS_CRASH, Environment.system())) {
            assertThat(count(store, BUSY)).isEqualTo(1);
        }
    }

    @Test
    void replace_anotherTookTheNameBeforeItsDirectoryWasSynced_tellsWhoWrites() throws Exception {
        FailingDisk disk = disk(Step.SYNC_ENTRY, Fault.INPUT_OUTPUT);
        try (FileStore store = open(Durability.POWER_LOSS, disk)) {
            disk.fail(Integer.MAX_VALUE);
            writeAnew(store);
            Files.move(file(), directory.resolve("moved.zae"));
            Files.writeString(file(), "somebody else's");
            disk.fail(0);
            assertThatThrownBy(store.write(Write.of(SET, BUSY))::join)
                    .hasMessageContaining("the name leads to another file now, or to none");

            Files.move(directory.resolve("moved.zae"), file(), StandardCopyOption.REPLACE_EXISTING);
            while (store.get(BUSY).isCompletedExceptionally()) {
                Thread.onSpinWait();
            }
            assertThat(write(store, BUSY)).isEqualTo(1);
        }
    }

    /** While it is moved, and before the old one is closed, with nothing but the locks of the files themselves. */
    @Test
    void replace_anotherProcessOpensInBetween_isRefused() throws Exception {
        List<String> tried = new ArrayList<>();
        Disk watched = new Disk() {
            @Override
            void move(Path from, Path to) throws IOException {
                open(to);
                super.move(from, to);
                open(to);
            }

            private void open(Path path) throws IOException {
                if (Files.exists(path) && tried.size() < 2) {
                    Files.deleteIfExists(directory.resolve("limits.zae.lock"));
                    try {
                        tried.add(OpenAttempt.inAnotherProcess(path));
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                }
            }
        };
        try (FileStore store = FileStore.open(file(), Durability.PROCESS_CRASH, Environment.system())) {
            write(store, BUSY);
        }
        try (FileStore store = open(Durability.POWER_LOSS, watched)) {
            writeAnew(store);
        }
        assertThat(tried).containsExactly("IN_USE", "IN_USE");
    }

    @Test
    void replace_directoryGone_losesNothingWhileItRuns() throws Exception {
        Path inner = Files.createDirectory(directory.resolve("inner"));
        Path path = inner.resolve("limits.zae");
        try (FileStore store = new FileOpening(path, Durability.POWER_LOSS, new Quick(), SLACK).open()) {
            Files.move(inner, directory.resolve("elsewhere"));
            long acknowledged = 0;
            for (int i = 0; i < ITEMS * 10; i++) {
                acknowledged += write(store, BUSY);
            }
            assertThat(acknowledged).isEqualTo(ITEMS * 10L);
            assertThat(store.statistics().rewrites()).isZero();

            Files.move(directory.resolve("elsewhere"), inner);
            acknowledged += writeAnew(store);
            assertThat(count(store, BUSY)).isEqualTo(acknowledged);
        }
    }
}

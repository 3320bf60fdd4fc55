package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 at any moment, round after round on one file. This process knows what was acknowledged, since it reads what
 * the victim says: all of it must be there, and nothing that was not at least asked for; and both halves of a
 * transaction.
 */
class KillTest {

    private static final int MOST_MILLIS = 120;

    /** {@code -Dkill.rounds} says how many; two are killed early in these, and four write for a loss of power. */
    private static final int ROUNDS = Integer.getInteger("kill.rounds", 16);

    private final long[] acknowledged = new long[KillVictim.WORKERS];

    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("limits.zae");
    }

    @Tag("short-form")
    @Test
    void kill_fewRounds_losesNothing() throws Exception {
        rounds(4, 1);
    }

    @Test
    @Tag("extended")
    void kill_manyRounds_losesNothing() throws Exception {
        rounds(ROUNDS, 2);
    }

    @Test
    void open_whileAnotherProcessHasTheFile_isRefusedAndDisturbsNobody() throws Exception {
        Process other = start(Durability.PROCESS_CRASH);
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.US_ASCII))) {
            assertThat(said.readLine()).isEqualTo("open");
            for (int i = 0; i < 3; i++) {
                assertThatExceptionOfType(StoreFileException.class)
                        .isThrownBy(() -> FileStore.open(file(), Durability.PROCESS_CRASH, new ManualClock()))
                        .withMessageContaining("is in use by process " + other.pid())
                        .satisfies(e -> assertThat(e.reason()).isEqualTo(StoreFileException.Reason.IN_USE));
                note(said.readLine());
            }
            assertThat(StoreFile.check(file()).state()).isEqualTo(StoreFileReport.State.WHOLE);
            other.toHandle().destroyForcibly();
            completeLines(said).forEach(this::note);
        } finally {
            other.destroyForcibly().waitFor();
        }
        check("after the other process");
    }

    private void rounds(int rounds, long seed) throws IOException, InterruptedException {
        Random random = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            // Some are killed while they open the file, after the JVM's own start.
            boolean early = round % 8 == 3;
            Durability durability = round % 4 == 1 ? Durability.POWER_LOSS : Durability.PROCESS_CRASH;
            round(durability, early, random.nextInt(MOST_MILLIS));
            check("round " + round + " of seed " + seed);
        }
        assertThat(acknowledged).as("acknowledged in all").doesNotContain(0);
    }

    private void round(Durability durability, boolean early, int millis) throws IOException, InterruptedException {
        Process victim = start(durability);
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(victim.getInputStream(), StandardCharsets.US_ASCII))) {
            if (!early) {
                assertThat(said.readLine()).as("the victim opens the file").isEqualTo("open");
                // The first answer takes long on a busy machine, and a kill before it tells little.
                note(said.readLine());
            }
            victim.waitFor(early ? 150 + millis : millis, TimeUnit.MILLISECONDS);
            // By its handle, since the process itself would close our end of the pipe too.
            victim.toHandle().destroyForcibly();
            completeLines(said).forEach(this::note);
        } finally {
            victim.destroyForcibly().waitFor();
        }
    }

    /** One that says nothing ends too, and whoever reads what it says is told that it said no more. */
    private Process start(Durability durability) throws IOException {
        Process victim = new ProcessBuilder(command(durability))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        victim.onExit().orTimeout(60, TimeUnit.SECONDS).exceptionally(late -> victim.destroyForcibly());
        return victim;
    }

    private void note(@Nullable String line) {
        assertThat(line).as("what the victim says").isNotNull();
        if (!line.equals("open")) {
            String[] parts = line.split(" ", -1);
            acknowledged[Integer.parseInt(parts[0])] = Long.parseLong(parts[1]);
        }
    }

    /** A line that the kill cut off says less than was acknowledged, and must not be taken for another number. */
    private static List<String> completeLines(BufferedReader said) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int c = said.read(); c >= 0; c = said.read()) {
            text.append((char) c);
        }
        int end = text.lastIndexOf("\n");
        return end < 0 ? List.of() : text.substring(0, end).lines().toList();
    }

    private List<String> command(Durability durability) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", "-cp"));
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.addAll(List.of(KillVictim.class.getName(), file().toString(), durability.name()));
        return command;
    }

    private void check(String when) {
        try (FileStore store =
                new FileOpening(file(), Durability.PROCESS_CRASH, new ManualClock(), KillVictim.SLACK).open()) {
            for (int worker = 0; worker < KillVictim.WORKERS; worker++) {
                long left = count(store, KillVictim.key(worker, "left"));
                long right = count(store, KillVictim.key(worker, "right"));
                assertThat(left)
                        .as("%s, worker %d: acknowledged, or one more that was under way", when, worker)
                        .isBetween(acknowledged[worker], acknowledged[worker] + 1);
                assertThat(right).as("%s, worker %d: both halves", when, worker).isEqualTo(left);
                acknowledged[worker] = left;
            }
        }
    }

    private static long count(FileStore store, Key key) {
        Item item = store.get(key).join();
        return item == null ? 0 : item.whole("n", 0);
    }
}

package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.Item;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 while takes and corrections are decided in place, round after round on one file: each that was acknowledged
 * is there, and no token is there that was not.
 */
class LaneKillTest {

    private static final int MOST_MILLIS = 400;

    /** {@code -Dkill.rounds} says how many. */
    private static final int ROUNDS = Integer.getInteger("kill.rounds", 8);

    private static final long MILLI = 1000;

    private final Map<String, Long> consumed = new TreeMap<>();
    private final long[] said = new long[LaneVictim.WORKERS];
    private int killedInPlace;

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

    private void rounds(int rounds, long seed) throws IOException, InterruptedException {
        Random random = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            round(100 + random.nextInt(MOST_MILLIS));
            check("round " + round + " of seed " + seed);
        }
        assertThat(killedInPlace).as("kills that left sums").isPositive();
    }

    private void round(int millis) throws IOException, InterruptedException {
        Process victim = new ProcessBuilder(command())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        victim.onExit().orTimeout(60, TimeUnit.SECONDS).exceptionally(late -> victim.destroyForcibly());
        try (BufferedReader words =
                new BufferedReader(new InputStreamReader(victim.getInputStream(), StandardCharsets.US_ASCII))) {
            assertThat(words.readLine()).as("the victim opens the file").isEqualTo("open");
            note(words.readLine());
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            while (System.nanoTime() < until) {
                note(words.readLine());
            }
            // By its handle, since the process itself would close our end of the pipe too.
            victim.toHandle().destroyForcibly();
            StringBuilder rest = new StringBuilder();
            for (int c = words.read(); c >= 0; c = words.read()) {
                rest.append((char) c);
            }
            // A line that the kill cut off says less than was granted.
            int end = rest.lastIndexOf("\n");
            (end < 0 ? "" : rest.substring(0, end)).lines().forEach(this::note);
        } finally {
            victim.destroyForcibly().waitFor();
        }
    }

    private void note(String line) {
        assertThat(line).as("what the victim says").isNotNull().doesNotContain("refused");
        String[] parts = line.split(" ", -1);
        said[Integer.parseInt(parts[0])] = Long.parseLong(parts[1]);
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", "-cp"));
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.addAll(List.of(LaneVictim.class.getName(), file().toString()));
        return command;
    }

    private void check(String when) throws IOException {
        killedInPlace += Files.exists(InPlaceFiles.sums(file())) ? 1 : 0;
        Map<String, Item> found = buckets();
        try (FileStore store = FileStore.open(file(), Durability.PROCESS_CRASH, Environment.system())) {
            for (Item item : found.values()) {
                assertThat(store.get(item.key()).join())
                        .as("%s: opened, or only read", when)
                        .isEqualTo(item);
            }
        }
        assertThat(buckets()).as("%s: once more", when).isEqualTo(found);
        found.forEach((resource, item) -> {
            long now = item.whole("b_b_tc", -1);
            long least = consumed.getOrDefault(resource, 0L);
            long most = least;
            for (int worker = 0; worker < LaneVictim.WORKERS; worker++) {
                if (LaneVictim.resource(worker).equals(resource)) {
                    boolean settles = resource.equals("settled");
                    least += said[worker] * (settles ? 2 : 1) * MILLI;
                    // What was granted and not spoken of, and what was to go back and is not written yet.
                    most += (said[worker] + 101) * (settles ? 3 : 1) * MILLI;
                }
            }
            assertThat(now).as("%s: taken of %s", when, resource).isBetween(least, most);
            assertThat(item.whole("b_b_tk", -1))
                    .as("%s: left of %s", when, resource)
                    .isEqualTo(LaneVictim.BUDGET * MILLI - now);
            consumed.put(resource, now);
        });
        Arrays.fill(said, 0);
    }

    private Map<String, Item> buckets() {
        Map<String, Item> found = new TreeMap<>();
        assertThat(StoreFile.check(file()).problem()).isNull();
        StoreFile.read(file(), item -> {
            String resource = item.text("resource");
            if (item.whole("b_b_tc", -1) >= 0 && resource != null) {
                found.put(resource, item);
            }
        });
        return found;
    }
}

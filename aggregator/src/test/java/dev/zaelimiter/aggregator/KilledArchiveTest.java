package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.FileStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A record of a change that has expired is gone from a file, so a process that was killed before it was in the archive
 * took it with it.
 */
class KilledArchiveTest {

    private static final int RECORDS = 7;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ManualClock clock = new ManualClock(Instant.ofEpochMilli(Samples.NOON));

    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("limits.zae");
    }

    private Path killed() {
        return directory.resolve("killed.zae");
    }

    private ArchiveFolder folder(String name) {
        return new ArchiveFolder(directory.resolve(name), Runnable::run);
    }

    private void kill() {
        try {
            Files.copy(file(), killed());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void expire(FileStore store) {
        for (int i = 0; i < RECORDS; i++) {
            Item record = Samples.audit("ns1", "user-" + i % 2, "id-" + i, "2026-01-0" + (1 + i % 4) + "T10:00:00Z");
            store.write(Write.put(WriteShape.put(null), record)).join();
            assertThat(store.get(record.key()).join()).isNull();
        }
    }

    private void life(Path file, ArchiveSink sink, Duration pause, boolean expires) {
        try (FileStore store = FileStore.open(file, Durability.PROCESS_CRASH, clock);
                LimitRepository repository =
                        RepositoryBuilder.on(store).environment(clock).build();
                AggregatorWorker worker = AggregatorWorker.of(repository)
                        .archive(sink)
                        .pause(pause)
                        .start()) {
            if (expires) {
                expire(store);
                if (pause.compareTo(PATIENCE) > 0) {
                    kill();
                }
            }
            assertThat(worker.flush(PATIENCE)).isTrue();
        }
    }

    private List<String> archived(String name) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(directory.resolve(name))) {
            for (Path each : walk.filter(Files::isRegularFile).toList()) {
                try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                        new GZIPInputStream(Files.newInputStream(each)), StandardCharsets.UTF_8))) {
                    reader.lines()
                            .map(line -> line.replaceFirst(".*\"event_id\":\"([^\"]*)\".*", "$1"))
                            .forEach(lines::add);
                }
            }
        }
        lines.sort(null);
        return lines;
    }

    private static List<String> all() {
        return Stream.iterate(0, i -> i + 1).limit(RECORDS).map(i -> "id-" + i).toList();
    }

    @Test
    void kill_beforeTheArchiveHasThem_leavesThemToTheNextWorker() throws IOException {
        life(file(), folder("of the one that was not killed"), Duration.ofMinutes(30), true);

        life(killed(), folder("archive"), Duration.ofMillis(200), false);

        assertThat(archived("archive")).isEqualTo(all());
    }

    @Test
    void kill_rightAfterTheArchiveHasThem_archivesNoneTwice() throws IOException {
        ArchiveFolder folder = folder("archive");
        int[] stored = {0};
        ArchiveSink dying = object -> folder.storeIfAbsent(object).thenApply(answer -> {
            if (++stored[0] == 2) {
                kill();
            }
            return answer;
        });
        life(file(), dying, Duration.ofMillis(200), true);
        assertThat(killed()).exists();

        life(killed(), folder, Duration.ofMillis(200), false);

        assertThat(archived("archive")).isEqualTo(all());
    }
}

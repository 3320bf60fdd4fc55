package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.testkit.Fault;
import dev.zaelimiter.testkit.FaultyStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchivingTest {

    private final ManualClock clock = new ManualClock();
    private final FaultyStore store = FaultyStore.over(new InMemoryStore(clock));

    @TempDir
    private Path folder;

    private Aggregator aggregator() {
        return Aggregator.builder(store, clock)
                .archive(new ArchiveFolder(folder, Runnable::run))
                .build();
    }

    private BatchOutcome process(List<ChangeRecord> batch) {
        CompletableFuture<BatchOutcome> outcome = aggregator().process(new StreamBatch("shardId-1", batch));
        assertThat(clock.await(outcome, Duration.ofMinutes(2).toNanos())).isTrue();
        return outcome.join();
    }

    private static List<ChangeRecord> expired(int count) {
        List<ChangeRecord> all = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            all.add(Samples.expired(
                    i,
                    Samples.audit(
                            i % 3 == 0 ? "ns2" : "ns1",
                            "user-" + i % 2,
                            "id-" + i,
                            "2026-01-0" + (1 + i % 4) + "T10:00:00Z")));
        }
        return all;
    }

    private List<Path> files() {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Path file : files()) {
            try (BufferedReader reader = new BufferedReader(
                    new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
                reader.lines().forEach(lines::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        lines.sort(null);
        return lines;
    }

    private static List<String> expected(List<ChangeRecord> all) {
        return all.stream()
                .map(each -> JsonLines.archived(each.key().pk().substring(0, 3), each.before(), each.sequence()))
                .sorted()
                .toList();
    }

    @Test
    void archive_expiredRecords_areReadBackAsTheyWere() {
        List<ChangeRecord> all = expired(1);
        assertThat(process(all).archived()).isEqualTo(1);
        assertThat(files())
                .extracting(file -> folder.relativize(file).toString())
                .containsExactly("audit/namespace=ns1/year=2026/month=01/day=02/audit-shardId-1-11.jsonl.gz");
        assertThat(lines())
                .containsExactly("{\"namespace_id\":\"ns1\",\"action\":\"limits_set\",\"entity_id\":\"user-1\","
                        + "\"event_id\":\"id-1\",\"principal\":null,\"timestamp\":\"2026-01-02T10:00:00Z\",\"ttl\":1,"
                        + "\"stream_sequence\":\"1\"}");
    }

    @Test
    void archive_recordsThatWereDeletedByHand_areNot() {
        ChangeRecord byHand = Samples.change(1, Samples.audit("ns1", "a", "id", "2026-01-01T00:00:00Z"), null);
        assertThat(process(List.of(byHand)).archived()).isZero();
        assertThat(files()).isEmpty();
    }

    @Test
    void archive_deliveredAgainAndCutElsewhere_holdsEachOnce() {
        for (int seed = 0; seed < 15; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<ChangeRecord> all = expired(60);
            String shard = "shardId-" + seed;
            int at = 0;
            int checkpoint = 0;
            for (int round = 0; round < 200 && at < all.size(); round++) {
                int to = Math.min(all.size(), at + random.nextInt(1, 12));
                if (random.nextInt(4) == 0) {
                    store.failNext(
                            random.nextBoolean() ? Fault.LOST_NOT_APPLIED : Fault.LOST_APPLIED, random.nextInt(1, 12));
                }
                CompletableFuture<BatchOutcome> outcome =
                        aggregator().process(new StreamBatch(shard, all.subList(at, to)));
                clock.await(outcome, Duration.ofMinutes(2).toNanos());
                store.clearScript();
                checkpoint = random.nextBoolean() ? at : checkpoint;
                at = !outcome.join().complete() || random.nextInt(5) == 0 ? checkpoint : to;
            }
            assertThat(at).isEqualTo(all.size());
            assertThat(lines()).as("seed " + seed).isEqualTo(expected(all));
            files().forEach(file -> assertThat(file.toFile().delete()).isTrue());
        }
    }

    @Test
    void archive_folderThatCanNotBeWritten_isTriedAgainLater() throws IOException {
        Files.writeString(folder.resolve("audit"), "in the way");
        BatchOutcome outcome = process(expired(3));
        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.putAside()).isEqualTo(3);
        assertThat(outcome.failures()).singleElement().asString().contains("archiving");
        Files.delete(folder.resolve("audit"));
        CompletableFuture<Void> again = aggregator().archiveAgain();
        assertThat(clock.await(again, Duration.ofMinutes(2).toNanos())).isTrue();
        assertThat(lines()).isEqualTo(expected(expired(3)));
        assertThat(process(expired(3)).archived()).isZero();
    }
}

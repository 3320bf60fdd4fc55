package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.testkit.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An archive that fails, loses answers and hangs: usage goes on, and each record is archived once. */
class ArchiveTroubleTest {

    private static final String SHARD = "shardId-1";

    private final Rig rig = new Rig();
    private final Map<String, ArchiveObject> archive = new LinkedHashMap<>();
    private final List<ChangeRecord> records = new ArrayList<>();
    private BooleanSupplier refuses = () -> false;
    private BooleanSupplier losesAnswer = () -> false;
    private boolean hangs;
    private int calls;

    private CompletableFuture<Optional<BigInteger>> storeIfAbsent(ArchiveObject object) {
        calls++;
        if (hangs) {
            return new CompletableFuture<>();
        }
        if (refuses.getAsBoolean()) {
            return CompletableFuture.failedFuture(new StoreException.Denied("no such bucket", null));
        }
        ArchiveObject there = archive.putIfAbsent(object.name(), object);
        if (losesAnswer.getAsBoolean()) {
            return CompletableFuture.failedFuture(new StoreException.Denied("lost", null));
        }
        try {
            return CompletableFuture.completedFuture(
                    there == null ? Optional.empty() : Optional.of(ArchiveObject.lastIn(there.gzip())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Aggregator aggregator() {
        return Aggregator.builder(rig.store, rig.clock)
                .archive(this::storeIfAbsent)
                .deadLetters(rig.keeper)
                .build();
    }

    private ChangeRecord expired(long number) {
        ChangeRecord record = Samples.expired(
                number, Samples.audit("ns" + number % 3 / 2, "e" + number, "id-" + number, "2026-01-01T10:00:00.000Z"));
        records.add(record);
        return record;
    }

    private void again(Aggregator aggregator) {
        CompletableFuture<Void> done = aggregator.archiveAgain();
        assertThat(rig.clock.await(done, Duration.ofMinutes(5).toNanos())).isTrue();
    }

    private void assertEachOnce(int seed) {
        List<String> more = new ArrayList<>(archived());
        List<String> missing = new ArrayList<>(expected());
        for (String each : archived()) {
            if (missing.remove(each)) {
                more.remove(each);
            }
        }
        assertThat(missing).as("seed %s: not in the archive", seed).isEmpty();
        assertThat(more).as("seed %s: twice in the archive", seed).isEmpty();
    }

    /** All that is in the archive. */
    private List<String> archived() {
        List<String> lines = new ArrayList<>();
        for (ArchiveObject each : archive.values()) {
            try (GZIPInputStream in = new GZIPInputStream(new java.io.ByteArrayInputStream(each.gzip()))) {
                new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                        .lines()
                        .forEach(lines::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        lines.sort(null);
        return lines;
    }

    private List<String> expected() {
        return records.stream()
                .map(each -> JsonLines.archived(each.key().pk().substring(0, 3), each.before(), each.sequence()))
                .sorted()
                .toList();
    }

    private List<Item> aside() {
        return rig.below.query(Unarchived.query(null, 1000)).join().items();
    }

    /** A bucket that was missing held up the usage of all that the shard had. */
    @Test
    void archiveThatRefuses_usageGoesOnAndRecordsArePutAside() {
        refuses = () -> true;
        Aggregator aggregator = aggregator();
        BatchOutcome first = rig.process(aggregator, SHARD, List.of(expired(1), Rig.take(2, "a", 0, 5), expired(3)));
        assertThat(first.complete()).isTrue();
        assertThat(first.putAside()).isEqualTo(2);
        assertThat(first.failures()).singleElement().asString().contains("no such bucket");
        rig.assertCounted("a", 5);

        int asked = calls;
        assertThat(rig.process(aggregator, SHARD, List.of(expired(4))).putAside())
                .isEqualTo(1);
        assertThat(calls).as("one that fails is left alone for a while").isEqualTo(asked);

        refuses = () -> false;
        rig.clock.advance(Duration.ofMinutes(2));
        again(aggregator);
        assertThat(archived()).isEqualTo(expected());
        assertThat(aside()).isEmpty();
        assertThat(rig.process(aggregator, SHARD, List.of(expired(5))).archived())
                .isEqualTo(1);
        assertThat(archived()).isEqualTo(expected());
    }

    @Test
    void archiveThatHangs_isWaitedForOnceAndNotForEachBatch() {
        hangs = true;
        Aggregator aggregator = aggregator();
        assertThat(rig.process(aggregator, SHARD, List.of(expired(1))).complete())
                .isTrue();
        java.time.Instant before = rig.clock.now();
        for (int i = 2; i < 20; i++) {
            assertThat(rig.process(aggregator, SHARD, List.of(expired(i))).complete())
                    .isTrue();
        }
        assertThat(Duration.between(before, rig.clock.now())).isLessThan(Duration.ofSeconds(1));
    }

    /** A worker that only flushes, as a cron job does, had no time for what was put aside. */
    @Test
    void worker_thatStarts_archivesWhatWasPutAsideBefore() {
        refuses = () -> true;
        rig.process(aggregator(), SHARD, List.of(expired(1), expired(2)));
        refuses = () -> false;
        try (LimitRepository repository =
                        RepositoryBuilder.on(rig.below).environment(rig.clock).build();
                AggregatorWorker worker = AggregatorWorker.of(repository)
                        .archive(this::storeIfAbsent)
                        .start()) {
            assertThat(worker.flush(Duration.ofSeconds(20))).isTrue();
            assertThat(archived()).isEqualTo(expected());
        }
    }

    @Test
    void putAside_forAWeek_expiresAndIsADeadLetter() {
        refuses = () -> true;
        ChangeFeed feed = rig.below.changes();
        rig.process(aggregator(), SHARD, List.of(expired(1)));
        rig.clock.advance(Duration.ofDays(8));
        rig.below
                .get(
                        aside().isEmpty()
                                ? Rig.KEYS.bucket("a", "b", 0)
                                : aside().get(0).key())
                .join();
        rig.clock.advance(Duration.ofDays(3));
        List<ChangeRecord> changes = new ArrayList<>();
        for (List<ChangeRecord> next = feed.poll(100).join();
                !next.isEmpty();
                next = feed.poll(100).join()) {
            changes.addAll(next);
        }
        List<ChangeRecord> gone = changes.stream().filter(ChangeRecord::expired).toList();
        assertThat(gone).isNotEmpty();
        rig.process(aggregator(), "shardId-2", numbered(gone));
        assertThat(rig.letters)
                .anyMatch(each -> each.reason().contains("archive failed")
                        && JsonLines.deadLetter(each).contains("id-1"));
    }

    private static List<ChangeRecord> numbered(List<ChangeRecord> changes) {
        return new FeedNumbers().next(changes);
    }

    @Test
    void putAside_ofADamagedItem_keepsNoOtherFromTheArchive() {
        refuses = () -> true;
        Aggregator aggregator = aggregator();
        rig.process(aggregator, SHARD, List.of(expired(1), expired(2)));
        rig.put(aside().get(0).toBuilder().put("record", "nonsense").build());
        refuses = () -> false;
        rig.clock.advance(Duration.ofMinutes(2));
        again(aggregator);
        assertThat(archived()).hasSize(1);
        assertThat(aside()).hasSize(1);
    }

    static IntStream seeds() {
        return IntStream.rangeClosed(1, Integer.getInteger("archive.seeds", 40));
    }

    /** Hosts die anywhere, the archive fails and loses answers, batches are cut anew: each record is in it once. */
    @ParameterizedTest
    @MethodSource("seeds")
    void archiveThatFailsAnyhow_holdsEachRecordOnce(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<ChangeRecord> all = new ArrayList<>();
        for (int i = 1; i <= 60; i++) {
            all.add(expired(i));
        }
        refuses = () -> random.nextInt(3) == 0;
        losesAnswer = () -> random.nextInt(5) == 0;
        Aggregator aggregator = aggregator();
        int at = 0;
        int checkpoint = 0;
        for (int round = 0; round < 2000 && at < all.size(); round++) {
            int to = Math.min(all.size(), at + random.nextInt(1, 12));
            if (random.nextInt(4) == 0) {
                rig.store.failNext(
                        random.nextBoolean() ? Fault.LOST_NOT_APPLIED : Fault.LOST_APPLIED, random.nextInt(1, 12));
            }
            if (random.nextInt(6) == 0) {
                // It dies somewhere in the batch, and another comes.
                Aggregator dying = Aggregator.builder(new DyingStore(rig.below, random.nextInt(12)), rig.clock)
                        .archive(this::storeIfAbsent)
                        .build();
                CompletableFuture<BatchOutcome> unused = dying.process(new StreamBatch(SHARD, all.subList(at, to)));
                at = checkpoint;
                aggregator = aggregator();
                continue;
            }
            CompletableFuture<BatchOutcome> outcome = aggregator.process(new StreamBatch(SHARD, all.subList(at, to)));
            assertThat(rig.clock.await(outcome, Duration.ofMinutes(5).toNanos()))
                    .isTrue();
            rig.store.clearScript();
            checkpoint = random.nextBoolean() ? at : checkpoint;
            at = !outcome.join().complete() || random.nextInt(5) == 0 ? checkpoint : to;
            if (random.nextInt(3) == 0) {
                rig.clock.advance(Duration.ofMinutes(random.nextInt(1, 30)));
                again(random.nextBoolean() ? aggregator : aggregator());
            }
        }
        assertThat(at).isEqualTo(all.size());
        refuses = () -> false;
        losesAnswer = () -> false;
        for (int i = 0; i < 5; i++) {
            rig.clock.advance(Duration.ofMinutes(30));
            again(aggregator);
        }
        assertEachOnce(seed);
        assertThat(aside()).isEmpty();
        assertThat(rig.counted("nobody", UsageWindow.DAILY).tokens()).isZero();
    }
}

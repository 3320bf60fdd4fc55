package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.LastingFeed;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stores that live one after another on a file that is written anew all the time, each killed at any moment. The
 * readers of lasting feeds must hear of each change, in order and under one number, whoever was killed when; an
 * ordinary feed of each life is the witness.
 */
class FollowedChangesLawTest {

    private static final int LIVES = 6;
    private static final int STEPS = 120;

    /** {@code -Dseeds} says how many. */
    private static final int SEEDS = Integer.getInteger("seeds", 60);

    private static final long SLACK = 4 * 1024;

    private static final WriteShape INCREMENT =
            WriteShape.update(null, List.of(new Action(Verb.ADD, "n", new Operand.Constant(AttributeValue.of(1)))));

    private final ManualClock clock = new ManualClock();
    private long rewrites;
    private long toldTwice;

    @TempDir
    private Path directory;

    @Tag("same-on-every-jdk")
    @Tag("short-form")
    @Test
    void followed_killedAtAnyMoment_tellsEachChangeUnderOneNumber() throws IOException {
        run(1, 12);
    }

    @Test
    @Tag("extended")
    void followed_killedAtAnyMomentManyTimes_tellsEachChangeUnderOneNumber() throws IOException {
        run(1000, SEEDS);
    }

    private void run(int firstSeed, int seeds) throws IOException {
        for (int seed = firstSeed; seed < firstSeed + seeds; seed++) {
            new Story(seed).play();
        }
        assertThat(rewrites).as("files written anew").isGreaterThan(seeds);
        assertThat(toldTwice).as("changes that came again").isGreaterThan(seeds);
    }

    /** Compared by what is in it; the number stands in the map. */
    private record Told(
            Key key, @Nullable Item before, @Nullable Item after, boolean expired) {
        static Told of(ChangeRecord change) {
            return new Told(change.key(), change.before(), change.after(), change.expired());
        }
    }

    private final class Story {
        private final int seed;
        private final Random random;
        private final Map<Long, ChangeRecord> told = new TreeMap<>();
        private final List<Told> witnessed = new ArrayList<>();
        private long durablyDone;

        Story(int seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        void play() throws IOException {
            String file = seed + "-0";
            for (int life = 1; life <= LIVES; life++) {
                String next = seed + "-" + life;
                live(file, next, life);
                Files.delete(directory.resolve(file));
                file = next;
            }
            try (FileStore store = open(file)) {
                hear(store.follow("last").join());
            }
            assertThat(told.values().stream().map(Told::of).toList())
                    .as("seed %d", seed)
                    .isEqualTo(witnessed);
        }

        private FileStore open(String name) {
            return new FileOpening(directory.resolve(name), Durability.PROCESS_CRASH, clock, SLACK).open();
        }

        private void live(String file, String next, int life) throws IOException {
            boolean follows = random.nextInt(4) > 0;
            int killedAt = random.nextInt(STEPS);
            try (FileStore store = open(file)) {
                LastingFeed feed = follows ? store.follow("feed-" + life).join() : null;
                if (feed != null) {
                    hear(feed);
                }
                try (ChangeFeed witness = store.changes()) {
                    for (int step = 0; step < killedAt; step++) {
                        change(store);
                        if (feed != null && random.nextInt(6) == 0) {
                            feed = read(store, feed, life + "." + step);
                        }
                    }
                    // What nobody follows is nobody's.
                    if (follows) {
                        witness.poll(Integer.MAX_VALUE).join().forEach(each -> witnessed.add(Told.of(each)));
                    }
                    Files.copy(directory.resolve(file), directory.resolve(next));
                }
                rewrites += store.statistics().rewrites();
            }
        }

        private void hear(LastingFeed feed) {
            for (LastingFeed.Leftover each : feed.left()) {
                assertThat(each.changes())
                        .as("seed %d", seed)
                        .allSatisfy(change ->
                                assertThat(change.sequence().longValueExact()).isGreaterThan(durablyDone));
                each.changes().forEach(this::hear);
            }
        }

        private void hear(ChangeRecord change) {
            ChangeRecord before = told.put(change.sequence().longValueExact(), change);
            if (before != null) {
                toldTwice++;
                assertThat(change).as("seed %d", seed).isEqualTo(before);
            }
        }

        private LastingFeed read(FileStore store, LastingFeed feed, String name) {
            switch (random.nextInt(6)) {
                case 0 -> {
                    feed.close();
                    LastingFeed next = store.follow("feed-" + name).join();
                    hear(next);
                    return next;
                }
                case 1 -> {
                    if (!told.isEmpty()) {
                        List<Long> numbers = List.copyOf(told.keySet());
                        long done = numbers.get(random.nextInt(numbers.size()));
                        feed.done(told.get(done).sequence());
                        store.write(Write.of(INCREMENT, Key.of("q", "written"))).join();
                        durablyDone = Math.max(durablyDone, done);
                    }
                }
                default -> feed.poll(1 + random.nextInt(20)).join().forEach(this::hear);
            }
            return feed;
        }

        private void change(FileStore store) {
            Key key = key();
            switch (random.nextInt(8)) {
                case 0 -> store.write(Write.of(WriteShape.delete(null), key)).join();
                case 1 -> {
                    List<Write> both = List.of(Write.of(INCREMENT, key), Write.of(INCREMENT, Key.of("q", key.sk())));
                    store.transact(both, seed + "-" + random.nextLong()).join();
                }
                case 2 -> {
                    long ttl = clock.wallMillis() / 1000 + random.nextInt(3);
                    store.write(Write.put(
                                    WriteShape.put(null),
                                    Item.builder(key).put("ttl", ttl).build()))
                            .join();
                }
                case 3 -> {
                    clock.advance(Duration.ofMillis(random.nextInt(3000)));
                    store.get(key).join();
                }
                case 4 -> {
                    // Many at once are a batch of several.
                    for (int i = 0; i < 3; i++) {
                        store.write(Write.of(INCREMENT, key()));
                    }
                    store.get(key).join();
                }
                default ->
                    store.write(Write.put(
                                    WriteShape.put(null),
                                    Item.builder(key)
                                            .put("text", "x".repeat(random.nextInt(400)))
                                            .put("n", random.nextInt(4))
                                            .build()))
                            .join();
            }
        }

        private Key key() {
            return Key.of("p", "item " + random.nextInt(12));
        }
    }
}

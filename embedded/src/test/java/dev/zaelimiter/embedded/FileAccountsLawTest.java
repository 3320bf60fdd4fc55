package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stores that live one after another on a file that is written anew all the time, each killed at any moment, while
 * numbers are changed in place. After each kill all is there that was acknowledged, to the last token.
 */
@Tag("same-on-every-jdk")
class FileAccountsLawTest {

    private static final int KEYS = 4;
    private static final int LIVES = 5;
    private static final int STEPS = 90;
    private static final long SLACK = 4 * 1024;

    /** {@code -Dseeds} says how many. */
    private static final int SEEDS = Integer.getInteger("seeds", 30);

    private final ManualClock clock = new ManualClock();
    private long rewrites;
    private long inPlace;
    private long inParts;

    @TempDir
    private Path directory;

    @Tag("short-form")
    @Test
    void inPlace_killedAtAnyMoment_losesNothing() throws IOException {
        run(1, 6);
    }

    @Test
    @Tag("extended")
    void inPlace_killedAtAnyMomentManyTimes_losesNothing() throws IOException {
        run(1000, SEEDS);
    }

    private void run(int firstSeed, int seeds) throws IOException {
        for (int seed = firstSeed; seed < firstSeed + seeds; seed++) {
            new Story(seed).play();
        }
        assertThat(rewrites).as("files written anew").isGreaterThan(seeds);
        assertThat(inPlace).as("changes in place").isGreaterThan(seeds * 10L);
        assertThat(inParts).as("changes in parts").isGreaterThan(seeds);
    }

    private static Key key(int number) {
        return Key.of("entity-" + number, "#BUCKET");
    }

    private final class Story {
        private final int seed;
        private final Random random;
        private final long[] taken = new long[KEYS];
        private final long[] counted = new long[KEYS];
        private final long[] others = new long[KEYS];
        private final int[] parts = new int[KEYS];
        private final @Nullable Account[] accounts = new Account[KEYS];

        Story(int seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        private Path file(int life) {
            return directory.resolve(seed + "-" + life);
        }

        void play() throws IOException {
            try (FileStore store = open(file(0))) {
                for (int i = 0; i < KEYS; i++) {
                    InPlaceFiles.put(store, key(i));
                }
            }
            for (int life = 1; life <= LIVES; life++) {
                int steps = random.nextInt(STEPS);
                try (FileStore store = open(file(life - 1))) {
                    for (int step = 0; step < steps; step++) {
                        step(store);
                        if (random.nextInt(8) == 0) {
                            InPlaceFiles.kill(file(life - 1), file(-1));
                            check(-1, life + "." + step);
                        }
                    }
                    InPlaceFiles.kill(file(life - 1), file(life));
                    rewrites += store.statistics().rewrites();
                }
                check(life - 1, "closed in life " + life);
                InPlaceFiles.kill(file(life), file(-1));
                check(-1, "end of life " + life);
                Arrays.fill(accounts, null);
            }
        }

        private FileStore open(Path path) {
            return new FileOpening(path, Durability.PROCESS_CRASH, clock, SLACK).open();
        }

        private void step(FileStore store) {
            int number = random.nextInt(KEYS);
            Key key = key(number);
            switch (random.nextInt(12)) {
                case 0 -> InPlaceFiles.get(store, key);
                case 1 -> {
                    InPlaceFiles.addOne(store, key);
                    taken[number]--;
                }
                case 2 -> follow(store);
                case 4 -> {
                    Account account = accounts[number];
                    if (account != null) {
                        account.close();
                    }
                }
                case 5 -> {
                    // So that the file is written anew.
                    for (int i = 0; i < 10; i++) {
                        InPlaceFiles.put(store, Key.of("filler", "#BUCKET"));
                    }
                }
                case 3, 6, 7 ->
                    accounts[number] =
                            store.account(InPlaceFiles.get(store, key), InPlaceFiles.ATTRIBUTES, random.nextLong());
                case 8 -> divide(number);
                default -> {
                    for (int i = 0; i < 5; i++) {
                        change(number);
                    }
                }
            }
        }

        private void follow(FileStore store) {
            try (ChangeFeed feed = store.changes()) {
                assertThat(feed).isNotNull();
            }
            if (random.nextInt(3) == 0) {
                store.follow("reader").join().close();
            }
        }

        private void divide(int number) {
            Account account = accounts[number];
            long[] seen = account == null ? null : account.balances();
            if (account != null && seen != null) {
                parts[number] = 2 + random.nextInt(account.parts() - 1);
                account.divide(seen, new long[] {100, 100}, parts[number]);
            }
        }

        private void change(int number) {
            Account account = accounts[number];
            if (account == null) {
                return;
            }
            long b = random.nextInt(20) - 5L;
            long d = random.nextInt(3) * (random.nextInt(20) - 5L);
            boolean done = InPlaceFiles.take(account, b, d);
            int part = random.nextInt(Math.max(1, parts[number]));
            long[] its = account.part(part);
            if (!done && its != null) {
                done = account.exchange(part, its, new long[] {its[0] - b, its[1] - d});
                inParts += done ? 1 : 0;
            }
            if (done) {
                inPlace++;
                taken[number] += b;
                counted[number] += b;
                others[number] += d;
            }
        }

        private void check(int life, String when) {
            assertThat(StoreFile.check(file(life)).problem())
                    .as("seed %d, %s", seed, when)
                    .isNull();
            try (FileStore store = open(file(life))) {
                for (int i = 0; i < KEYS; i++) {
                    Item item = InPlaceFiles.get(store, key(i));
                    String what = "seed " + seed + ", " + when + ", key " + i + ": ";
                    assertThat(item.whole("b", 0)).as(what + "b").isEqualTo(InPlaceFiles.FULL - taken[i]);
                    assertThat(item.whole("c", -1)).as(what + "c").isEqualTo(counted[i]);
                    assertThat(item.whole("d", 0)).as(what + "d").isEqualTo(InPlaceFiles.FULL - others[i]);
                    assertThat(item.whole("e", -1)).as(what + "e").isEqualTo(others[i]);
                }
            }
        }
    }
}

package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.LastingFeed;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A feed that outlives the process. A file that is copied while it is in use is as after a kill at that moment. */
class FollowedChangesTest {

    private static final WriteShape PUT = WriteShape.put(null);
    private static final WriteShape INCREMENT =
            WriteShape.update(null, List.of(new Action(Verb.ADD, "n", new Operand.Constant(AttributeValue.of(1)))));
    private static final Key A = Key.of("p", "a");
    private static final Key B = Key.of("p", "b");
    private static final int SMALL = 8 * 1024;

    private final ManualClock clock = new ManualClock();

    @TempDir
    private Path directory;

    private Path file(String name) {
        return directory.resolve(name);
    }

    private FileStore open(String name) {
        return FileStore.open(file(name), Durability.PROCESS_CRASH, clock);
    }

    private FileStore openSmall(String name) {
        return new FileOpening(file(name), Durability.PROCESS_CRASH, clock, SMALL).open();
    }

    private static LastingFeed follow(FileStore store, String name) {
        return store.follow(name).join();
    }

    private static void add(FileStore store, Key key) {
        store.write(Write.of(INCREMENT, key)).join();
    }

    /** What kill -9 leaves at this moment. */
    private void kill(String name, String copy) throws IOException {
        Files.copy(file(name), file(copy));
    }

    private static List<ChangeRecord> left(LastingFeed feed) {
        return feed.left().stream().flatMap(each -> each.changes().stream()).toList();
    }

    private static List<Long> numbers(List<ChangeRecord> changes) {
        return changes.stream().map(each -> each.sequence().longValueExact()).toList();
    }

    private int version(String name) throws IOException {
        return Files.readAllBytes(file(name))[19];
    }

    @Test
    void follow_afterAKill_givesWhatWasNotDoneAsItWas() throws IOException {
        List<ChangeRecord> told;
        try (FileStore store = open("1")) {
            add(store, A);
            LastingFeed feed = follow(store, "first");
            assertThat(feed.left()).isEmpty();
            for (int i = 0; i < 3; i++) {
                clock.advance(Duration.ofMillis(7));
                add(store, A);
                add(store, B);
            }
            told = feed.poll(10).join();
            assertThat(numbers(told)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
            feed.done(told.get(1).sequence());
            add(store, B);
            kill("1", "2");
        }
        clock.advance(Duration.ofHours(1));

        try (FileStore store = open("2")) {
            LastingFeed feed = follow(store, "second");
            assertThat(feed.left()).extracting(LastingFeed.Leftover::feed).containsExactly("first");
            List<ChangeRecord> left = left(feed);
            assertThat(left.subList(0, 4)).isEqualTo(told.subList(2, 6));
            assertThat(numbers(left)).containsExactly(3L, 4L, 5L, 6L, 7L);
            add(store, A);
            assertThat(feed.poll(10).join()).singleElement().satisfies(next -> {
                assertThat(next.sequence()).isEqualTo(8);
                assertThat(next.before()).isEqualTo(left.get(2).after());
            });
        }
    }

    @Test
    void follow_afterTwoKills_givesEachFeedsChangesUnderItsName() throws IOException {
        try (FileStore store = open("1")) {
            follow(store, "first");
            add(store, A);
            kill("1", "2");
        }
        try (FileStore store = open("2")) {
            follow(store, "second");
            add(store, A);
            kill("2", "3");
        }
        // Whoever opens the file without following its changes leaves them for others, and adds none.
        try (FileStore store = open("3")) {
            add(store, B);
        }

        try (FileStore store = open("3")) {
            LastingFeed feed = follow(store, "third");
            assertThat(feed.left()).extracting(LastingFeed.Leftover::feed).containsExactly("first", "second");
            assertThat(numbers(left(feed))).containsExactly(1L, 2L);
            assertThat(left(feed)).extracting(ChangeRecord::key).containsOnly(A);
        }
    }

    @Test
    void done_ofAll_leavesNothingToAnybody() throws IOException {
        try (FileStore store = open("1")) {
            LastingFeed feed = follow(store, "first");
            add(store, A);
            feed.done(feed.poll(10).join().get(0).sequence());
            feed.close();
            kill("1", "2");
            add(store, B);
            LastingFeed next = follow(store, "again");
            assertThat(next.left()).isEmpty();
            assertThat(next.poll(10).join()).isEmpty();
        }
        try (FileStore store = open("2")) {
            assertThat(follow(store, "second").left()).isEmpty();
        }
    }

    @Test
    void close_beforeAllIsDone_leavesItToTheNextFeedOfTheSameProcess() {
        try (FileStore store = open("1")) {
            LastingFeed feed = follow(store, "first");
            add(store, A);
            add(store, A);
            feed.done(feed.poll(1).join().get(0).sequence());
            feed.close();
            feed.close();
            assertThatThrownBy(feed.poll(1)::join).hasCauseInstanceOf(StoreException.Misuse.class);
            add(store, B);

            LastingFeed next = follow(store, "second");
            assertThat(numbers(left(next))).containsExactly(2L);
            assertThat(next.poll(10).join()).isEmpty();
            feed.done(BigInteger.TWO);
            next.close();
            assertThat(left(follow(store, "third"))).hasSize(1);
        }
    }

    @Test
    void follow_whileAnotherFollowsOrUnderNoName_isMisuse() {
        FileStore closed;
        LastingFeed feed;
        try (FileStore store = open("1")) {
            feed = follow(store, "first");
            assertThatThrownBy(store.follow("second")::join)
                    .hasCauseInstanceOf(StoreException.Misuse.class)
                    .hasMessageContaining("first");
            assertThatThrownBy(store.follow("")::join).hasCauseInstanceOf(StoreException.Misuse.class);
            assertThatThrownBy(store.follow("x".repeat(129))::join).hasCauseInstanceOf(StoreException.Misuse.class);
            assertThatThrownBy(feed.poll(0)::join).hasCauseInstanceOf(StoreException.Misuse.class);
            closed = store;
        }
        assertThatThrownBy(closed.follow("third")::join).hasCauseInstanceOf(StoreException.Misuse.class);
        assertThatThrownBy(feed.poll(1)::join).hasCauseInstanceOf(StoreException.Misuse.class);
    }

    /** A reader that hangs must not make the file, or the memory, grow for ever. */
    @Test
    void poll_readerFarBehind_failsAndNothingIsKeptForIt() throws IOException {
        try (FileStore store = open("1")) {
            LastingFeed feed = follow(store, "first");
            for (int i = 0; i <= Followed.CAPACITY + 5; i++) {
                add(store, A);
            }
            assertThatThrownBy(feed.poll(1)::join).hasCauseInstanceOf(StoreException.Misuse.class);
            feed.close();
            LastingFeed next = follow(store, "first");
            assertThat(next.left()).isEmpty();
            add(store, A);
            assertThat(numbers(next.poll(10).join())).containsExactly(Followed.CAPACITY + 7L);
            kill("1", "2");
        }
        try (FileStore store = open("2")) {
            assertThat(left(follow(store, "second"))).hasSize(1);
        }
    }

    @Test
    void follow_itemThatExpires_isToldAsSuchAfterAKill() throws IOException {
        try (FileStore store = open("1")) {
            follow(store, "first");
            for (Key key : List.of(A, B)) {
                store.write(Write.put(
                                PUT,
                                Item.builder(key)
                                        .put("ttl", clock.wallMillis() / 1000 + 10)
                                        .build()))
                        .join();
            }
            store.write(Write.of(WriteShape.delete(null), A)).join();
            clock.advance(Duration.ofSeconds(20));
            assertThat(store.get(B).join()).isNull();
            kill("1", "2");
        }
        try (FileStore store = open("2")) {
            assertThat(left(follow(store, "second")))
                    .extracting(ChangeRecord::expired)
                    .containsExactly(false, false, false, true);
        }
    }

    @Test
    void follow_fileOfAnEarlierVersion_goesOnWhereItStandsAndIsVersion3() throws IOException {
        Files.copy(Path.of("..", "examples", "stores", "limits.zae"), file("old"));
        try (FileStore store = open("new")) {
            add(store, A);
        }
        for (String name : List.of("old", "new")) {
            long items = StoreFile.check(file(name)).items();
            try (FileStore store = open(name)) {
                follow(store, "first");
                add(store, A);
                kill(name, name + " killed");
            }
            assertThat(version(name)).isEqualTo(3);
            for (String each : List.of(name, name + " killed")) {
                assertThat(StoreFile.check(file(each)).state()).isEqualTo(StoreFileReport.State.WHOLE);
                assertThat(StoreFile.check(file(each)).items()).isEqualTo(items + (name.equals("old") ? 1 : 0));
                try (FileStore store = open(each)) {
                    assertThat(numbers(left(follow(store, "second")))).containsExactly(1L);
                }
            }
        }
    }

    /** Whoever never counts usage can still go back to an earlier version of the program. */
    @Test
    void write_withoutAnybodyWhoFollows_leavesTheVersionAsItWas() throws IOException {
        try (FileStore store = openSmall("1")) {
            for (int i = 0; i < 500; i++) {
                add(store, A);
            }
            assertThat(store.statistics().rewrites()).isPositive();
        }
        assertThat(version("1")).isEqualTo(2);
    }

    /** Numbers tell a change that comes again from another one, so they must not begin anew. */
    @Test
    void follow_fileThatWasWrittenAnewByOneWhoDoesNotFollow_goesOnWithTheNumbers() throws IOException {
        try (FileStore store = openSmall("1")) {
            LastingFeed feed = follow(store, "first");
            add(store, A);
            add(store, A);
            feed.done(feed.poll(10).join().get(1).sequence());
        }
        try (FileStore store = openSmall("1")) {
            for (int i = 0; i < 500; i++) {
                add(store, A);
            }
            assertThat(store.statistics().rewrites()).isPositive();
        }
        try (FileStore store = openSmall("1")) {
            LastingFeed feed = follow(store, "second");
            assertThat(feed.left()).isEmpty();
            add(store, A);
            assertThat(numbers(feed.poll(10).join())).containsExactly(3L);
        }
    }

    @Test
    void copy_ofAFileWithChangesThatAreNotDone_hasThemToo() throws IOException {
        try (FileStore store = open("1")) {
            follow(store, "first");
            add(store, A);
            add(store, A);
        }
        StoreFile.copy(file("1"), file("2"));

        List<List<ChangeRecord>> left = new ArrayList<>();
        for (String name : List.of("1", "2")) {
            try (FileStore store = open(name)) {
                left.add(left(follow(store, "second")));
            }
        }
        assertThat(left.get(0)).hasSize(2).isEqualTo(left.get(1));
    }
}

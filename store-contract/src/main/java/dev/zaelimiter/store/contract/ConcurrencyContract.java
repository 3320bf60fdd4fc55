package dev.zaelimiter.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Many threads on one item. */
abstract class ConcurrencyContract extends ContractGroup {

    private static final int THREADS = 8;

    private static final WriteShape COUNT = Shapes.update(Shapes.add("n", Shapes.wholeSlot(0)));

    private int rounds() {
        return subject().rounds();
    }

    private WriteResult send(Write write) {
        return Crowd.insist(() -> store().write(write));
    }

    @Test
    void add_manyThreads_sumsExactlyAndAnswersEachState() {
        Key key = key("sum");
        put(SampleValues.item(key, subject()).toBuilder().put("n", 0).build());
        Write write = Write.of(COUNT, key, new long[] {1});

        List<Set<Long>> seen = Crowd.run(THREADS, thread -> {
            Set<Long> mine = new HashSet<>();
            long last = 0;
            for (int i = 0; i < rounds(); i++) {
                Item after = nonNull(((WriteResult.Written) send(write)).after(), "no image");
                assertThat(after.whole("n", 0)).isGreaterThan(last);
                last = after.whole("n", 0);
                mine.add(last);
            }
            return mine;
        });

        assertThat(present(key).whole("n", 0)).isEqualTo((long) THREADS * rounds());
        Set<Long> all = new HashSet<>();
        seen.forEach(all::addAll);
        assertThat(all).as("states answered").hasSize(THREADS * rounds());
    }

    @Test
    void add_manyThreadsOnNoItem_createsItOnceAndSumsExactly() {
        for (int round = 0; round < 20; round++) {
            Key key = key("created-" + round);
            Crowd.run(THREADS, thread -> send(Write.of(COUNT, key, new long[] {thread + 1})));

            assertThat(present(key).whole("n", 0)).isEqualTo(THREADS * (THREADS + 1) / 2);
        }
    }

    @Test
    void add_manyThreadsWithBound_neverPassIt() {
        long bound = (long) THREADS * rounds() / 2;
        Key key = key("bounded");
        WriteShape shape =
                Shapes.updateIf(Shapes.compare("n", Op.LT, Shapes.wholeSlot(0)), Shapes.add("n", Shapes.constant(1)));
        put(Item.builder(key).put("n", 0).build());
        Write write = Write.of(shape, key, new long[] {bound});

        List<Integer> applied = Crowd.run(THREADS, thread -> {
            int mine = 0;
            for (int i = 0; i < rounds(); i++) {
                WriteResult result = send(write);
                if (result instanceof WriteResult.Refused refused) {
                    assertThat(nonNull(refused.current(), "no image").whole("n", 0))
                            .isEqualTo(bound);
                } else {
                    mine++;
                }
            }
            return mine;
        });

        assertThat(applied.stream().mapToLong(Integer::longValue).sum()).isEqualTo(bound);
        assertThat(present(key).whole("n", 0)).isEqualTo(bound);
    }

    @Test
    void set_manyThreadsComparing_oneWinsEachVersion() {
        Key key = key("versions");
        WriteShape shape = Shapes.updateIf(
                Shapes.compare("version", Op.EQ, Shapes.wholeSlot(0)),
                Shapes.set("version", Shapes.wholeSlot(1)),
                Shapes.set("owner", Shapes.valueSlot(0)));
        put(Item.builder(key).put("version", 0).build());

        List<Integer> won = Crowd.run(THREADS, thread -> {
            int mine = 0;
            for (long version = 0; version < rounds(); version++) {
                Write write =
                        Write.of(shape, key, new long[] {version, version + 1}, AttributeValue.of("thread " + thread));
                mine += send(write) instanceof WriteResult.Written ? 1 : 0;
            }
            return mine;
        });

        assertThat(won.stream().mapToInt(Integer::intValue).sum()).isEqualTo(rounds());
        assertThat(present(key).whole("version", 0)).isEqualTo(rounds());
    }

    @Test
    void put_manyThreadsIfAbsent_oneWins() {
        for (int round = 0; round < 20; round++) {
            Key key = key("race-" + round);
            List<Boolean> won = Crowd.run(
                    THREADS,
                    thread -> send(Shapes.putIfAbsent(
                                    Item.builder(key).put("owner", thread).build()))
                            instanceof WriteResult.Written);

            assertThat(won.stream().filter(winner -> winner)).hasSize(1);
            assertThat(present(key).whole("owner", -1)).isEqualTo(won.indexOf(true));
        }
    }

    @Test
    void add_manyThreadsToASet_keepsEveryElement() {
        Key key = key("set");
        WriteShape shape = Shapes.update(Shapes.add("set", Shapes.valueSlot(0)), Shapes.add("n", Shapes.constant(1)));
        int each = 25;

        Crowd.run(THREADS, thread -> {
            for (int i = 0; i < each; i++) {
                send(Write.of(shape, key, new long[0], Shapes.textSet("element " + thread + " " + i)));
            }
            return each;
        });

        Set<String> expected = new TreeSet<>();
        for (int thread = 0; thread < THREADS; thread++) {
            for (int i = 0; i < each; i++) {
                expected.add("element " + thread + " " + i);
            }
        }
        assertThat(present(key).get("set")).isEqualTo(new AttributeValue.TextSet(expected));
        assertThat(present(key).whole("n", 0)).isEqualTo((long) THREADS * each);
    }

    @Test
    void update_manyThreadsAddingAttributes_keepsThemAll() {
        Key key = key("attributes");
        Crowd.run(THREADS, thread -> {
            for (int i = 0; i < 10; i++) {
                send(Shapes.updating(key, Shapes.set("a" + thread + "_" + i, Shapes.constant(i))));
            }
            return thread;
        });

        assertThat(present(key).attributes()).hasSize(THREADS * 10 + 2);
    }

    @Test
    void get_whileWritten_neverSeesHalfAWriteNorAnOlderOneThanBefore() {
        Key key = key("read");
        WriteShape both = Shapes.update(Shapes.add("a", Shapes.constant(1)), Shapes.add("z", Shapes.constant(1)));
        put(Item.builder(key).put("a", 0).put("z", 0).build());

        Crowd.run(4, thread -> {
            long last = 0;
            for (int i = 0; i < rounds(); i++) {
                if (thread < 2) {
                    send(Write.of(both, key));
                } else {
                    Item item = nonNull(Crowd.insist(() -> store().get(key)), "no item");
                    assertThat(item.whole("a", -1)).isEqualTo(item.whole("z", -2));
                    assertThat(item.whole("a", -1)).isGreaterThanOrEqualTo(last);
                    last = item.whole("a", -1);
                }
            }
            return last;
        });

        assertThat(present(key).whole("z", 0)).isEqualTo(2L * rounds());
    }

    @Test
    void write_oneShapeFirstUsedByManyThreads_worksForEach() {
        for (int round = 0; round < 20; round++) {
            WriteShape fresh = Shapes.updateIf(
                    Shapes.compare("n", Op.NE, Shapes.wholeSlot(0)), Shapes.set("n", Shapes.wholeSlot(0)));
            String name = "fresh-" + round + "-";
            List<Key> keys = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                keys.add(key(name + thread));
            }

            Crowd.run(THREADS, thread -> send(Write.of(fresh, keys.get(thread), new long[] {thread})));

            for (int thread = 0; thread < THREADS; thread++) {
                assertThat(present(keys.get(thread)).whole("n", -1)).isEqualTo(thread);
            }
        }
    }
}

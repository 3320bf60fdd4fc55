package dev.zaelimiter.internal.schema;

import static dev.zaelimiter.internal.schema.BucketSchemaTest.KEY;
import static dev.zaelimiter.internal.schema.BucketSchemaTest.bucket;
import static dev.zaelimiter.internal.schema.BucketSchemaTest.limit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Seeds;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Plan;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Write;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rendered writes mean what their plan says: each condition bites by itself, and every effect lands. */
class BucketWriterTest {

    private static final BucketWriter.Tag PLAIN = new BucketWriter.Tag(5, false, false);
    private static final String[] NAMES = {"a", "b", "wcu"};

    /** Numbers that fit the item, some bounds left out. */
    private static final class Rendered {
        final Item item;
        final BucketSchema schema;
        final BucketImage image;
        final long[] floor = new long[3];
        final long[] ceiling = new long[3];
        final long[] amount = new long[3];
        final long[] consumed = new long[3];
        final long[] rm = new long[3];
        final long ttl;

        Rendered(SplittableRandom random) {
            Item.Builder builder = bucket().put("ttl", 1_000);
            for (String name : NAMES) {
                limit(builder, name, random.nextInt(100), 100, 50, 1_000);
                if (random.nextBoolean()) {
                    builder.put("b_" + name + "_rm", random.nextInt(1_000));
                }
                if (random.nextInt(4) == 0) {
                    builder.put("b_" + name + "_bx", 120);
                }
            }
            if (random.nextBoolean()) {
                builder.put("wid", 3);
            }
            item = builder.build();
            schema = BucketSchema.of(item.layout());
            image = schema.decode(item);
            ttl = random.nextBoolean() ? Plan.KEEP : 1_000 + random.nextInt(5);
            for (int i = 0; i < 3; i++) {
                long tk = image.tk()[i];
                floor[i] = random.nextBoolean() ? Plan.NO_FLOOR : tk - random.nextInt(2);
                ceiling[i] = random.nextBoolean() ? Plan.NO_CEILING : tk + random.nextInt(2);
                amount[i] = random.nextInt(-50, 50);
                consumed[i] = random.nextInt(3) == 0 ? 0 : random.nextInt(-20, 50);
                rm[i] = random.nextInt(3) * 100L;
            }
        }

        Write move(long stampFloor, BucketWriter.Tag tag) {
            for (int i = 0; i < 3; i++) {
                amount[i] = consumed[i] == 0 && i != 2 ? 0 : amount[i];
                floor[i] = consumed[i] == 0 && i != 2 ? Plan.NO_FLOOR : floor[i];
                ceiling[i] = consumed[i] == 0 && i != 2 ? Plan.NO_CEILING : ceiling[i];
            }
            return BucketWriter.write(
                    KEY, schema, image, new Plan.Move(amount, consumed, floor, ceiling, stampFloor, ttl), tag);
        }

        Write refill(int full, BucketWriter.Tag tag) {
            Plan.Refill plan = new Plan.Refill(full, amount, consumed, floor, ceiling, rm, 2_000, ttl, false);
            return BucketWriter.write(KEY, schema, image, plan, tag);
        }

        String tk(int i) {
            return "b_" + NAMES[i] + "_tk";
        }

        boolean hasCeiling() {
            return Arrays.stream(ceiling).anyMatch(bound -> bound != Plan.NO_CEILING);
        }

        void boundsBite(Write write) {
            for (int i = 0; i < 3; i++) {
                if (floor[i] != Plan.NO_FLOOR) {
                    refuses(write, tk(i), floor[i] - 1);
                    accepts(write, tk(i), floor[i]);
                }
                if (ceiling[i] != Plan.NO_CEILING) {
                    refuses(write, tk(i), ceiling[i] + 1);
                    accepts(write, tk(i), ceiling[i]);
                }
            }
            if (ttl != Plan.KEEP) {
                refuses(write, "ttl", ttl + 1);
                accepts(write, "ttl", ttl);
            }
        }

        void ratesArePinned(Write write, int i) {
            String prefix = "b_" + NAMES[i];
            String ceilingName = item.has(prefix + "_bx") ? prefix + "_bx" : prefix + "_cp";
            for (String name : new String[] {ceilingName, prefix + "_ra", prefix + "_rp"}) {
                refuses(write, name, item.whole(name, 0) + 1);
            }
        }

        void refuses(Write write, String attribute, long value) {
            assertThat(with(write, attribute, value))
                    .as("%s = %d against %s", attribute, value, write)
                    .isNull();
        }

        void accepts(Write write, String attribute, long value) {
            assertThat(with(write, attribute, value))
                    .as("%s = %d against %s", attribute, value, write)
                    .isNotNull();
        }

        @Nullable
        Item with(Write write, String attribute, long value) {
            return WriteModel.apply(item.toBuilder().put(attribute, value).build(), write);
        }
    }

    @Test
    void move_anyPlan_conditionsBiteAndEffectsLand() {
        Seeds.each(500, random -> {
            Rendered r = new Rendered(random);
            long stampFloor = random.nextBoolean() ? Plan.NO_FLOOR : r.image.rf() - random.nextInt(2);
            Write write = r.move(stampFloor, PLAIN);
            Item after = WriteModel.apply(r.item, write);
            Item.Builder expected = r.item.toBuilder().put("wid", 5);
            for (int i = 0; i < 3; i++) {
                expected.put(r.tk(i), r.image.tk()[i] + r.amount[i]);
                expected.put("b_" + NAMES[i] + "_tc", 7 + r.consumed[i]);
            }
            if (r.ttl != Plan.KEEP) {
                expected.put("ttl", r.ttl);
            }
            assertThat(after).isEqualTo(expected.build());
            r.boundsBite(write);
            r.refuses(write, "shard_count", 2);
            for (int i = 0; i < 2; i++) {
                if (r.consumed[i] != 0) {
                    r.ratesArePinned(write, i);
                } else {
                    r.accepts(write, "b_" + NAMES[i] + "_ra", 1);
                }
            }
            r.accepts(write, "b_wcu_ra", 1);
            r.accepts(write, "rf", r.image.rf() + 1);
            if (stampFloor != Plan.NO_FLOOR) {
                r.refuses(write, "rf", stampFloor - 1);
            } else if (r.hasCeiling()) {
                // A bucket that was made anew: by its stamp more has come back than the ceiling allows for.
                r.refuses(write, "rf", r.image.rf() - 1);
            } else {
                r.accepts(write, "rf", r.image.rf() - 1);
            }
        });
    }

    @Test
    void refill_anyPlan_conditionsBiteAndEffectsLand() {
        Seeds.each(500, random -> {
            Rendered r = new Rendered(random);
            int full = random.nextInt(8);
            Write write = r.refill(full, PLAIN);
            Item after = WriteModel.apply(r.item, write);
            Item.Builder expected = r.item.toBuilder().put("wid", 5).put("rf", 2_000);
            for (int i = 0; i < 3; i++) {
                String prefix = "b_" + NAMES[i];
                expected.put(
                        r.tk(i), (full & 1 << i) != 0 ? r.amount[i] : r.image.tk()[i] + r.amount[i]);
                expected.put(prefix + "_tc", 7 + r.consumed[i]);
                if (r.rm[i] != 0 || r.item.has(prefix + "_rm")) {
                    expected.put(prefix + "_rm", r.rm[i]);
                }
            }
            if (r.ttl != Plan.KEEP) {
                expected.put("ttl", r.ttl);
            }
            assertThat(after).isEqualTo(expected.build());
            r.boundsBite(write);
            r.refuses(write, "shard_count", 2);
            r.refuses(write, "rf", r.image.rf() + 1);
            r.refuses(write, "rf", r.image.rf() - 1);
            for (int i = 0; i < 3; i++) {
                r.ratesArePinned(write, i);
                String rm = "b_" + NAMES[i] + "_rm";
                r.refuses(write, rm, r.item.whole(rm, 0) + 1);
            }
        });
    }

    @Test
    void tag_resend_isRefusedWhereTheSameDemandsWereWritten() {
        Rendered r = new Rendered(new SplittableRandom(1));
        Write write = r.move(Plan.NO_FLOOR, new BucketWriter.Tag(5, true, false));
        r.refuses(write, "wid", 5);
        r.accepts(write, "wid", 6);
        assertThat(WriteModel.apply(r.item.toBuilder().remove("wid").build(), write))
                .isNotNull();
        r.accepts(r.move(Plan.NO_FLOOR, PLAIN), "wid", 5);
    }

    @Test
    void tag_pinned_isRefusedOnceAnybodyWrote() {
        Seeds.each(50, random -> {
            Rendered r = new Rendered(random);
            Write write = r.refill(0, new BucketWriter.Tag(5, false, true));
            Item after = WriteModel.apply(r.item, write);
            assertThat(after).isNotNull();
            assertThat(WriteModel.apply(
                            after.toBuilder().put("rf", r.image.rf()).build(), write))
                    .as("the identical write once more")
                    .isNull();
            r.refuses(write, "wid", r.image.wid() + 1);
        });
    }

    @Test
    void write_manyPlansOfOneSchema_sharedShapesNeverMixUpNumbers() {
        Rendered first = new Rendered(new SplittableRandom(3));
        Seeds.each(500, random -> {
            // The same item and schema, another plan each time: shapes come from the memory of the schema.
            Rendered r = new Rendered(random);
            long[] floor = {first.image.tk()[0] - random.nextInt(3), Plan.NO_FLOOR, Plan.NO_FLOOR};
            long[] none = {Plan.NO_CEILING, Plan.NO_CEILING, Plan.NO_CEILING};
            long[] delta = {r.amount[0], 0, r.amount[2]};
            long[] consumed = {1, 0, r.consumed[2]};
            Plan.Move plan = new Plan.Move(delta, consumed, floor, none, Plan.NO_FLOOR, r.ttl);
            Write write = BucketWriter.write(KEY, first.schema, first.image, plan, PLAIN);
            Item after = WriteModel.apply(first.item, write);
            assertThat(after).isNotNull();
            assertThat(after.whole("b_a_tk", 0)).isEqualTo(first.image.tk()[0] + r.amount[0]);
            assertThat(after.whole("b_wcu_tc", 0)).isEqualTo(7 + r.consumed[2]);
            assertThat(write.wholes()).hasSize(write.shape().wholeCount());
        });
    }
}

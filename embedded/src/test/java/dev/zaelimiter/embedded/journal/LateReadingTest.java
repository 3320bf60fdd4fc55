package dev.zaelimiter.embedded.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Items are made long after the file was opened, when it is too late to refuse it: so whatever can't be read must be
 * found when it is passed over.
 */
class LateReadingTest {

    private static final int BROKEN = 20_000;

    private static final List<Item> ITEMS = List.of(
            everyKind(Key.of("é", "水")),
            Item.builder(Key.of("p", "s")).put("A", "before").put("Z", 7).build(),
            Item.builder(Key.of("p", "long")).put("text", "x".repeat(300)).build(),
            Item.builder(Key.of("p", "alone")).build());

    private static Item everyKind(Key key) {
        return Item.builder(key)
                .put("whole", Long.MIN_VALUE)
                .put("decimal", new AttributeValue.Decimal("-1.50"))
                .put("latin", "é\u0000ÿ")
                .put("wide", "水 \ud83d\ude00 \ud800")
                .put("yes", true)
                .put("null", AttributeValue.Null.NULL)
                .put(
                        "list",
                        new AttributeValue.Sequence(List.of(
                                AttributeValue.of(1), new AttributeValue.Sequence(List.of(AttributeValue.of(false))))))
                .put("map", new AttributeValue.Mapping(Map.of("a", new AttributeValue.Mapping(Map.of("b", key(-1))))))
                .put("set", new AttributeValue.TextSet(Set.of("a", "ł")))
                .put("opaque", new AttributeValue.Opaque("B", "bytes"))
                .put("GSI1PK", "index")
                .build();
    }

    private static AttributeValue key(long value) {
        return AttributeValue.of(value);
    }

    private static byte[] batch(List<Item> items) {
        BatchEncoder encoder = new BatchEncoder();
        items.forEach(encoder::put);
        return Arrays.copyOfRange(encoder.array(), BatchHead.SIZE, encoder.length());
    }

    private static Kept read(byte[] batch) {
        Kept kept = new Kept();
        new BatchDecoder(kept).decode(batch, 0, batch.length);
        return kept;
    }

    @Test
    void decode_everyKind_isAsItWasWritten() {
        Kept kept = read(batch(ITEMS));

        assertThat(kept.made()).isEqualTo(ITEMS);
    }

    @Test
    void text_eachAttribute_isThatOfTheWholeItem() {
        read(batch(ITEMS)).items.forEach((key, stored) -> {
            Item whole = stored.decode(key);
            for (String name : List.of("wide", "latin", "GSI1PK", "list", "whole", "A", "Z", "text", "absent")) {
                assertThat(stored.text(name)).as(name).isEqualTo(whole.text(name));
            }
        });
    }

    @Test
    void decode_batchesOfOneLayout_shareItAndOthersDoNot() {
        Kept kept = new Kept();
        BatchDecoder decoder = new BatchDecoder(kept);
        for (int i = 0; i < 3; i++) {
            List<Item> items = List.of(
                    Item.builder(Key.of("p", "whole " + i)).put("n", i).build(),
                    Item.builder(Key.of("p", "text " + i)).put("n", "" + i).build());
            byte[] batch = batch(items);
            decoder.decode(batch, 0, batch.length);
        }

        assertThat(kept.made()).extracting(item -> item.whole("n", -1)).containsExactly(0L, -1L, 1L, -1L, 2L, -1L);
        assertThat(kept.made()).extracting(item -> item.text("n")).containsExactly(null, "0", null, "1", null, "2");
    }

    @Test
    void decode_itemWithoutAKey_isRefused() {
        byte[] batch = batch(List.of(Item.builder(Key.of("p", "s")).put("n", 1).build()));
        int name = new String(batch, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("SK");
        batch[name] = 'X';

        assertThatExceptionOfType(MalformedBatchException.class)
                .isThrownBy(() -> read(batch))
                .withMessage("an item without a key");
    }

    @Test
    void decode_brokenAnywhere_isRefusedAtOnceOrReadable() {
        byte[] whole = batch(ITEMS);
        Random random = new Random(7);
        int refused = 0;
        for (int i = 0; i < BROKEN; i++) {
            byte[] bytes = Arrays.copyOf(whole, i % 3 == 0 ? 1 + random.nextInt(whole.length) : whole.length);
            for (int flips = random.nextInt(3); flips >= 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                Kept kept = read(bytes);
                assertThat(kept.made()).doesNotContainNull();
                kept.items.forEach((key, stored) -> assertThat(stored.text("GSI1PK"))
                        .isEqualTo(stored.decode(key).text("GSI1PK")));
            } catch (MalformedBatchException e) {
                refused++;
            }
        }

        assertThat(refused).isBetween(BROKEN / 10, BROKEN - BROKEN / 10);
    }

    static final class Kept implements JournalVisitor {
        private final Map<Key, StoredItem> items = new LinkedHashMap<>();

        private List<Item> made() {
            List<Item> made = new ArrayList<>();
            items.forEach((key, stored) -> made.add(stored.decode(key)));
            return made;
        }

        @Override
        public void put(Key key, StoredItem item) {
            items.put(key, item);
        }

        @Override
        public void remove(Key key) {}

        @Override
        public void token(SpentToken token) {}
    }
}

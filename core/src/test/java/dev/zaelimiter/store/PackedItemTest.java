package dev.zaelimiter.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.AttributeValue.Decimal;
import dev.zaelimiter.store.AttributeValue.Mapping;
import dev.zaelimiter.store.AttributeValue.Null;
import dev.zaelimiter.store.AttributeValue.Opaque;
import dev.zaelimiter.store.AttributeValue.Sequence;
import dev.zaelimiter.store.AttributeValue.TextSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whatever an item holds, and whatever was packed before it, it comes back as it was. */
class PackedItemTest {

    private static final List<String> NAMES = List.of(
            "a",
            "0",
            "BUCKET",
            "ns",
            "api",
            "api-user-1",
            "org/team",
            "/",
            "水 \ud83d\ude00",
            "\ud800",
            "é",
            "x".repeat(200));

    private static Item.Builder bucket(String entity, String resource) {
        return Item.builder(Key.of("ns/BUCKET#" + entity + "#" + resource + "#0", "#STATE"))
                .put("entity_id", entity)
                .put("resource", resource)
                .put("GSI2PK", "ns/RESOURCE#" + resource)
                .put("GSI2SK", "BUCKET#" + entity + "#0")
                .put("GSI3PK", "ns/ENTITY#" + entity)
                .put("GSI4PK", "ns")
                .put("cascade", false)
                .put("rf", 1_700_000_000_000L)
                .put("tk", 1000)
                .put("cp", 1000)
                .put("ttl", 1_700_000_600L);
    }

    private static void comesBack(Item item) {
        Key key = Key.of(item.key().pk(), item.key().sk());
        PackedItem packed = PackedItem.of(item, item.key());
        Item back = packed.unpack(key);
        assertThat(back).isEqualTo(item);
        assertThat(back.layout()).isSameAs(item.layout());
        assertThat(packed.ttl(-7)).isEqualTo(item.whole("ttl", -7));
        for (int i = 0; i < item.layout().size(); i++) {
            String name = item.layout().name(i);
            assertThat(packed.text(name, key)).as(name).isEqualTo(item.text(name));
        }
        assertThat(packed.text("absent", key)).isNull();
    }

    private static int bytes(Item item) {
        return PackedItem.of(item, item.key()).bytes();
    }

    @Test
    void unpack_anyNames_isTheSameItem() {
        for (String entity : NAMES) {
            for (String resource : NAMES) {
                comesBack(bucket(entity, resource).build());
                comesBack(bucket(entity, resource)
                        .put("parent_id", "team")
                        .put("pinc", entity)
                        .build());
            }
        }
    }

    @Test
    void unpack_anyNumbers_isTheSameItem() {
        SplittableRandom random = new SplittableRandom(3);
        Item item = bucket("numbers", "api").build();
        for (int i = 0; i < 2000; i++) {
            long[] wholes = item.copyWholes();
            for (int k = 0; k < wholes.length; k++) {
                wholes[k] = switch (random.nextInt(4)) {
                    case 0 -> Long.MIN_VALUE;
                    case 1 -> Long.MAX_VALUE;
                    case 2 -> wholes[k];
                    default -> random.nextLong() >> random.nextInt(64);
                };
            }
            comesBack(item.withWholes(wholes));
        }
    }

    @Test
    void unpack_anyKeysAndKinds_isTheSameItem() {
        SplittableRandom random = new SplittableRandom(11);
        List<AttributeValue> values = new ArrayList<>(List.of(
                Null.NULL,
                AttributeValue.of(true),
                AttributeValue.of(false),
                new Decimal("1.50"),
                new Opaque("B", "bytes"),
                new TextSet(Set.of("a", "水")),
                new Sequence(List.of(AttributeValue.of(1), AttributeValue.of("#"))),
                new Mapping(Map.of("a", new Sequence(List.of())))));
        for (String text : List.of("", "#", "/", "//", "a#", "#a", "a", "b", "p", "s", "a/p#s", "p#s", "水", "é#p")) {
            values.add(AttributeValue.of(text));
        }
        List<String> texts = List.of("#", "/", "p", "p/a", "a#b#c", "s#p", "p/a#p/a", "#".repeat(30), "/#/#", "é/水#a");
        for (int i = 0; i < 5000; i++) {
            Item.Builder item = Item.builder(
                    Key.of(texts.get(random.nextInt(texts.size())), texts.get(random.nextInt(texts.size()))));
            for (int k = random.nextInt(4); k >= 0; k--) {
                item.put("v" + random.nextInt(3), values.get(random.nextInt(values.size())));
            }
            comesBack(item.build());
        }
    }

    @Test
    void unpack_keyOfAnotherItem_isTheSameItem() {
        Item item = bucket("mine", "api").build();
        Key other = Key.of("another", "key");

        assertThat(PackedItem.of(item, other).unpack(other)).isEqualTo(item);
    }

    @Test
    void of_itemsOfOneKind_holdNoTexts() {
        // The first ones are odd: an entity that is called as its resource is, and an attribute that each has its own.
        for (int i = 0; i < 4; i++) {
            bytes(bucket("same", "same").put("pinc", "incarnation " + i).build());
        }

        for (int i = 0; i < 50; i++) {
            Item item = bucket("customer-number-" + i, "model-" + i % 3)
                    .put("pinc", "incarnation " + i)
                    .build();
            comesBack(item);
            assertThat(bytes(item)).as("item %d", i).isLessThanOrEqualTo(3 + 2 + "incarnation 49".length());
        }
    }

    @Test
    void of_itemsThatHaveNothingInCommon_takeWhatTheyHold() {
        for (int i = 0; i < 300; i++) {
            Item item = Item.builder(Key.of("p" + i, "s"))
                    .put("odd", "text " + i)
                    .put("list", Sequence.ofTexts(List.of("name " + i)))
                    .build();
            comesBack(item);
            assertThat(bytes(item)).isLessThan(40);
        }
    }
}

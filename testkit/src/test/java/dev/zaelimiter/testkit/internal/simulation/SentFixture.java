package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.testkit.internal.simulation.StoredBucket.LimitView;
import java.util.List;
import java.util.Map;

/** Writes as they leave clients, and shards of one bucket of ten tokens, of which one a second comes back. */
final class SentFixture {

    static final String BUCKET = "user-0/api";
    static final long NOW = Host.ORIGIN_MILLIS;

    private SentFixture() {}

    /** A write of a shard; it sets the stamp, or leaves it. */
    static Sent sent(String client, int shard, boolean stamps) {
        String set = stamps ? "rf" : "wid";
        return sent(client, Key.of("ns/BUCKET#user-0#api#" + shard, "#STATE"), set);
    }

    /** The write that makes the first shard. */
    static Sent whole(String client) {
        Item item = Item.builder(Key.of("ns/BUCKET#user-0#api#0", "#STATE"))
                .put("wid", NOW)
                .build();
        return new Sent(client, Write.put(WriteShape.put(null), item), NOW, 0, false);
    }

    /** The record of what is given under a key. */
    static Sent order(String key) {
        return sent(Gifts.GIVER, Key.of("ns/BUCKET#user-0#api#0", "#OP#" + key), "operation");
    }

    private static Sent sent(String client, Key key, String set) {
        WriteShape shape = WriteShape.update(
                null,
                List.of(new WriteShape.Action(WriteShape.Verb.SET, set, new Operand.Constant(AttributeValue.of(NOW)))));
        return new Sent(client, Write.of(shape, key), NOW, 0, false);
    }

    /** A shard of so many. */
    static StoredBucket shard(int shard, long count, long stamp, long milli, long taken) {
        LimitView view = new LimitView(milli, 10_000 / count, 1000 / count, 1000, 0, taken);
        return new StoredBucket(stamp, shard, count, Map.of("rps", view));
    }
}

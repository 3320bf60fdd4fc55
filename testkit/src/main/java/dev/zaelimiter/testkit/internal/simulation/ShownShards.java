package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.WriteResult;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which shards each process of ours was shown last, or was shown not to be there, by the answers that it heard. A
 * process that makes the first shard as a bucket of its own goes by what it had been shown until then.
 */
final class ShownShards {

    /** Before a bucket is made, at least these shards are looked for. */
    private static final int LOOKED_FOR = 4;

    private final Map<String, Map<Integer, Boolean>> shown = new TreeMap<>();
    private final Map<String, Map<Integer, Boolean>> whenSent = new TreeMap<>();

    /** A process has heard of an item, or that there is none. */
    void heard(String client, Key key, boolean there) {
        String bucket = KeyReader.bucket(key);
        if (bucket != null) {
            of(client, bucket).put(KeyReader.shard(key), there);
        }
    }

    /** A process has heard what became of its write. */
    void heard(Sent sent, WriteResult result) {
        heard(
                sent.client(),
                sent.write().key(),
                result instanceof WriteResult.Written
                        || (result instanceof WriteResult.Refused refused && refused.current() != null));
    }

    /** A process has heard what became of writes that go together. */
    void heard(List<Sent> sent, TransactionResult result) {
        if (result instanceof TransactionResult.Refused refused) {
            refused.failures()
                    .forEach((place, item) -> heard(
                            sent.get(place).client(), sent.get(place).write().key(), item != null));
        }
    }

    /** A write leaves; of one that is sent again the first time counts. */
    void sent(Sent sent) {
        String bucket = KeyReader.bucket(sent.write().key());
        if (bucket != null && sent.write().item() != null) {
            whenSent.putIfAbsent(id(sent), Map.copyOf(of(sent.client(), bucket)));
        }
    }

    /**
     * Whether the process that sent a write had to know by then that one of some shards is there: it was shown it last,
     * or it had never looked, where a look is due.
     */
    boolean hadToKnow(Sent sent, Collection<Integer> shards) {
        Map<Integer, Boolean> known = whenSent.getOrDefault(id(sent), Map.of());
        return shards.stream().anyMatch(shard -> known.getOrDefault(shard, shard < LOOKED_FOR));
    }

    private static String id(Sent sent) {
        return sent.client() + " " + Written.wid(sent.write());
    }

    private Map<Integer, Boolean> of(String client, String bucket) {
        return shown.computeIfAbsent(client + " " + bucket, key -> new TreeMap<>());
    }
}

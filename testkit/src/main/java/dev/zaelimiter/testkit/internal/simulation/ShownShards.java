package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which shards each process of ours was shown last, or was shown not to be there, by the answers that it heard. A
 * process that makes the first shard as a bucket of its own goes by what it had been shown until then.
 */
final class ShownShards {

    /** Before a bucket is made, at least these shards are looked for. */
    private static final int LOOKED_FOR = 4;

    private final Oracle oracle;
    private final Map<String, Seen> shown = new TreeMap<>();
    private final Map<String, Seen> whenSent = new TreeMap<>();

    /** What one process knows of one bucket. */
    private static final class Seen {
        /** Whether a shard was there, and when that was heard. */
        private final Map<Integer, Boolean> there = new TreeMap<>();

        private final Map<Integer, Long> nanos = new TreeMap<>();
        /** Into how many shards it was divided at most since it was last shown whole. */
        private long finest = 1;

        Seen copy() {
            Seen copy = new Seen();
            copy.there.putAll(there);
            copy.nanos.putAll(nanos);
            copy.finest = finest;
            return copy;
        }

        void heard(int shard, boolean isThere, long count, long nowNanos) {
            there.put(shard, isThere);
            nanos.put(shard, nowNanos);
            if (isThere && count > 0) {
                finest = shard == 0 && count == 1 ? 1 : Math.max(finest, count);
            }
        }
    }

    ShownShards(Oracle oracle) {
        this.oracle = oracle;
    }

    /** A process has heard of an item, or that there is none. */
    void heard(String client, Key key, @Nullable Item item) {
        String bucket = oracle.mixed().isMixed() ? KeyReader.bucket(key) : null;
        if (bucket != null) {
            StoredBucket view = StoredBucket.of(item);
            long count = view == null ? 0 : view.count();
            of(client, bucket).heard(KeyReader.shard(key), view != null, count, oracle.nowNanos());
        }
    }

    /** A process has heard what became of its write. */
    void heard(Sent sent, WriteResult result) {
        if (result instanceof WriteResult.Written written) {
            heard(sent.client(), sent.write().key(), written.after());
        } else if (result instanceof WriteResult.Refused refused) {
            heard(sent.client(), sent.write().key(), refused.current());
        }
    }

    /** A process has heard what became of writes that go together. */
    void heard(List<Sent> sent, TransactionResult result) {
        if (result instanceof TransactionResult.Refused refused) {
            refused.failures()
                    .forEach((place, item) -> heard(
                            sent.get(place).client(), sent.get(place).write().key(), item));
        } else {
            sent.forEach(this::committed);
        }
    }

    /** Of an update it is known that the shard is there; what it makes is told by the write. */
    private void committed(Sent sent) {
        String bucket = oracle.mixed().isMixed() ? KeyReader.bucket(sent.write().key()) : null;
        if (bucket != null) {
            StoredBucket made = StoredBucket.of(sent.write().item());
            boolean stays = sent.write().shape().kind() != WriteShape.Kind.DELETE;
            long count = made == null ? 0 : made.count();
            of(sent.client(), bucket).heard(KeyReader.shard(sent.write().key()), stays, count, oracle.nowNanos());
        }
    }

    /** A write leaves; of one that is sent again the first time counts. */
    void sent(Sent sent) {
        String bucket = oracle.mixed().isMixed() ? KeyReader.bucket(sent.write().key()) : null;
        if (bucket != null && sent.write().item() != null) {
            whenSent.putIfAbsent(id(sent), of(sent.client(), bucket).copy());
        }
    }

    /**
     * Whether the process that sent a write had to know by then that one of some shards is there: it was shown it last,
     * or it had not looked where a look is due, or not for so long that it has to look again.
     */
    boolean hadToKnow(Sent sent, Collection<Integer> shards) {
        Seen known = whenSent.getOrDefault(id(sent), new Seen());
        return shards.stream().anyMatch(shard -> {
            boolean due = shard < Math.max(LOOKED_FOR, known.finest);
            Long heard = known.nanos.get(shard);
            boolean old = heard != null && sent.nanos() - heard > oracle.looksAgainAfterNanos();
            return known.there.getOrDefault(shard, due) || (due && old);
        });
    }

    private static String id(Sent sent) {
        return sent.client() + " " + Written.wid(sent.write());
    }

    private Seen of(String client, String bucket) {
        return shown.computeIfAbsent(client + " " + bucket, key -> new Seen());
    }
}

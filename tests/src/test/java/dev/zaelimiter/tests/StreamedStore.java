package dev.zaelimiter.tests;

import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.ChangeStream;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.StreamPage;
import dev.zaelimiter.store.StreamPlace;
import dev.zaelimiter.store.StreamShard;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A store that keeps its changes, in a stream whose shards end when that is asked for. For one thread at a time. */
public final class StreamedStore extends ForwardingStore implements ChangeStream {

    private final ChangeFeed feed;
    private final List<StreamShard> shards = new ArrayList<>();
    private final List<List<ChangeRecord>> records = new ArrayList<>();
    private final Set<StreamShard> gone = new HashSet<>();

    /**
     * Keeps the changes from now on.
     *
     * @param store to which each call is handed on
     */
    public StreamedStore(ItemStore store) {
        super(store);
        this.feed = store.changes();
        roll();
    }

    /** Ends the shard; what comes goes to another one, which came out of it. */
    public void roll() {
        fill();
        String parent = shards.isEmpty() ? null : shards.get(shards.size() - 1).id();
        shards.add(new StreamShard("label", "shardId-" + shards.size(), parent));
        records.add(new ArrayList<>());
    }

    /** Drops the oldest shard. */
    public void forget() {
        gone.add(shards.get(0));
    }

    /**
     * All changes so far, whichever shard they are in.
     *
     * @return in order
     */
    public List<ChangeRecord> everything() {
        fill();
        return records.stream().flatMap(List::stream).toList();
    }

    private void fill() {
        for (List<ChangeRecord> next = feed.poll(1000).join();
                !next.isEmpty();
                next = feed.poll(1000).join()) {
            records.get(records.size() - 1).addAll(next);
        }
    }

    @Override
    public ChangeStream stream() {
        return this;
    }

    @Override
    public CompletableFuture<Listing> shards() {
        return CompletableFuture.completedFuture(new Listing(
                "label", shards.stream().filter(each -> !gone.contains(each)).toList()));
    }

    @Override
    public CompletableFuture<StreamPage> read(StreamPlace from, int most) {
        fill();
        int index = Integer.parseInt(from.shard().id().substring("shardId-".length()));
        BigInteger after = from.after() == null ? BigInteger.valueOf(-1) : new BigInteger(from.after());
        List<ChangeRecord> next = records.get(index).stream()
                .filter(each -> each.sequence().compareTo(after) > 0)
                .limit(most)
                .toList();
        boolean through = index < shards.size() - 1 && next.size() < most;
        String last = next.isEmpty()
                ? from.after()
                : next.get(next.size() - 1).sequence().toString();
        return CompletableFuture.completedFuture(
                new StreamPage(next, through ? null : StreamPlace.of(from.shard(), last), false));
    }
}

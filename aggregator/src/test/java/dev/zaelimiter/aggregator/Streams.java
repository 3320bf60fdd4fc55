package dev.zaelimiter.aggregator;

import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The changes of a store as a table's stream has them: by partition of the key, in shards that end after a while and
 * have children, with long numbers. Remembers all of them, so that they can be delivered again.
 */
final class Streams {

    private static final BigInteger FIRST = new BigInteger("4421584500000000017450000000");

    private final ChangeFeed feed;
    private final SplittableRandom random;
    private final int[] generations;
    private final Map<String, List<ChangeRecord>> shards = new LinkedHashMap<>();
    private final Map<String, Integer> delivered = new LinkedHashMap<>();
    private final Map<String, Integer> trimmed = new LinkedHashMap<>();
    private long number;

    Streams(ChangeFeed feed, SplittableRandom random, int partitions) {
        this.feed = feed;
        this.random = random;
        this.generations = new int[partitions];
    }

    /** Takes in what the feed has. */
    void fill() {
        for (List<ChangeRecord> next = feed.poll(1000).join();
                !next.isEmpty();
                next = feed.poll(1000).join()) {
            for (ChangeRecord each : next) {
                int partition = Math.floorMod(each.key().pk().hashCode(), generations.length);
                number += random.nextInt(1, 1000);
                shards.computeIfAbsent("shardId-" + partition + "-" + generations[partition], key -> new ArrayList<>())
                        .add(new ChangeRecord(
                                each.key(),
                                each.before(),
                                each.after(),
                                each.expired(),
                                FIRST.add(BigInteger.valueOf(number)),
                                each.atMillis()));
            }
        }
    }

    /** Loses what the feed has, as if it had never been. */
    void drop() {
        while (!feed.poll(1000).join().isEmpty()) {
            // Until there is none.
        }
    }

    /** Forgets what was delivered: none of it comes again. */
    void trim() {
        fill();
        trimmed.putAll(delivered);
    }

    /** Ends a shard; what comes goes to its child. */
    void roll() {
        generations[random.nextInt(generations.length)]++;
    }

    List<String> shards() {
        return List.copyOf(shards.keySet());
    }

    /** The next changes of a shard, cut somewhere. */
    List<ChangeRecord> next(String shard, int most) {
        List<ChangeRecord> all = shards.get(shard);
        int from = delivered.getOrDefault(shard, 0);
        return List.copyOf(all.subList(from, Math.min(all.size(), from + random.nextInt(1, most + 1))));
    }

    /** Goes on behind a batch, or before what of it must come again. */
    void answered(String shard, List<ChangeRecord> batch, BatchOutcome outcome) {
        int from = delivered.getOrDefault(shard, 0);
        int done = outcome.retryFrom()
                .map(retry -> (int) batch.stream()
                        .filter(each -> each.sequence().compareTo(retry) < 0)
                        .count())
                .orElse(batch.size());
        delivered.put(shard, from + done);
    }

    /** Goes back to somewhere before, as who reads from an old checkpoint. */
    void goBack(String shard) {
        delivered.computeIfPresent(shard, (key, at) -> {
            int first = trimmed.getOrDefault(shard, 0);
            return first + random.nextInt(at - first + 1);
        });
    }

    boolean isThrough(String shard) {
        return delivered.getOrDefault(shard, 0) == shards.get(shard).size();
    }
}

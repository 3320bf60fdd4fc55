package dev.zaelimiter.tests;

import java.util.Map;
import java.util.stream.LongStream;

/**
 * The seed that showed a mutant when all seeds before it had been tried in vain. It is tried first; where it shows it
 * no more, all are tried from the first on, and the next one to be written here is what that reports.
 */
final class ShowingSeeds {

    private static final Map<String, Long> FIRST = Map.ofEntries(
            Map.entry("A1: what takes longer than can be told has an end", 13L),
            Map.entry("A11: who is let through refuses", 8L),
            Map.entry("waits are a fiftieth too short", 33L),
            Map.entry("A6: a deleted limit stays in force", 22L),
            Map.entry("A19: shards that are not merged yet are not asked", 28L),
            Map.entry("A22: a store's conflict is told as a refusal", 3L),
            Map.entry("A5: a shard goes by the parent that it named when it was last seen", 30L),
            Map.entry("a time is told of a bucket that is only looked at, and left as it is", 9L),
            Map.entry("who was sent to a shard by an old image waits there", 49L),
            Map.entry("A28: whoever works for others goes on until nothing is left", 8L),
            Map.entry("A29: time that was refilled before it came is refilled again", 3L),
            Map.entry("A30: numbers that come with a call widen what is stored", 36L),
            Map.entry("A31: a counter goes on to its end", 20L),
            Map.entry("a lane has no end", 6L),
            Map.entry("a lane refuses what does not fit there", 4L),
            Map.entry("in a lane a full bucket is taken from though the stamp stays", 5L),
            Map.entry("what was not applied is put back into the queue in reverse order", 8L),
            Map.entry("a pinned credit is repeated though the stamp did not move", 55L),
            Map.entry("what is given back shortens the wait of those in front, too", 5L),
            Map.entry("who waits for two limits is let go when the first of them has come back", 3L),
            Map.entry("a cold bucket forgets since when it knows its limits", 4L),
            Map.entry("a cold bucket forgets how long an answer takes", 24L),
            Map.entry("a cold bucket forgets how fine it was divided", 5L),
            Map.entry("a cold bucket forgets how often it failed", 67L),
            Map.entry("a cold bucket forgets that nothing is under way", 6L));

    private ShowingSeeds() {}

    /** Each of the first seeds, up to as many as the mutant has. */
    static LongStream inOrder(SourceMutant mutant) {
        LongStream all = LongStream.rangeClosed(1, mutant.most());
        Long first = FIRST.get(mutant.name());
        return first == null || first > mutant.most() ? all : LongStream.concat(LongStream.of(first), all);
    }

    static Iterable<String> names() {
        return FIRST.keySet();
    }
}

package dev.zaelimiter.internal.engine.acquire;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.guard.OneByOne;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Those who may have to wait in one of several shards, and look at all of them before they choose: one look for all who
 * come until it is done, and then each chooses in order of their coming. Whoever chose beside that line would take the
 * room of those who were there first. Safe for use by many threads; no lock is held while anything is called.
 */
final class ShardChoices {

    /** By the first shard, as long as its pipeline is in use. */
    private final Cache<BucketPipeline, Line> lines =
            Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

    /** Who is looked for at one bucket just now, in order; null if nobody is. */
    private static final class Line {
        private @Nullable List<FreshLook.Then> waiting;

        /** Whether it is the first of them, who is to look. */
        synchronized boolean join(FreshLook.Then choice) {
            boolean first = waiting == null;
            List<FreshLook.Then> all = first ? new ArrayList<>() : Objects.requireNonNull(waiting);
            all.add(choice);
            waiting = all;
            return first;
        }

        synchronized boolean joinOthers(FreshLook.Then choice) {
            return waiting != null && waiting.add(choice);
        }

        synchronized List<FreshLook.Then> leave() {
            List<FreshLook.Then> all = waiting;
            waiting = null;
            return all == null ? List.of() : all;
        }
    }

    /** Chooses when all shards were seen, and those have chosen who came before. */
    void look(BucketPipeline shard, long deadlineNanos, boolean urgent, Outbox out, FreshLook.Then choice) {
        Line line = Objects.requireNonNull(lines.get(shard.home(), key -> new Line()));
        if (line.join(choice)) {
            try {
                // The first of them has the earliest deadline.
                FreshLook.at(shard, deadlineNanos, urgent, out, (seen, o) -> choose(line.leave(), seen, o));
            } catch (RuntimeException | Error thrown) {
                // If there is no look, nobody else would let them choose.
                choose(line.leave(), false, out);
                throw thrown;
            }
        }
    }

    /** Whatever one of them throws, the others choose. */
    private static void choose(List<FreshLook.Then> all, boolean seen, Outbox out) {
        OneByOne.each(all, choice -> choice.looked(seen, out));
    }

    /** Chooses after those who came before, if some of them still look; false if nobody does. */
    boolean queue(BucketPipeline shard, FreshLook.Then choice) {
        Line line = lines.getIfPresent(shard.home());
        return line != null && line.joinOthers(choice);
    }
}

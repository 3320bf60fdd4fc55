package dev.zaelimiter.internal.facets;

import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.internal.config.ConfigKeys;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.DamagedConfigException;
import dev.zaelimiter.internal.schema.Reconciliation;
import dev.zaelimiter.internal.schema.ShardTransfer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Brings the shards of a bucket in line with the limits that are stored for it, as the first take after a change of
 * limits does, for an operator who changes balances before anybody takes something. Safe for use by many threads.
 */
public final class ShardsInLine {

    private static final int MOST_READINGS = 5;

    private final Engine engine;
    private final BlockingStore blocking;

    /**
     * For a repository.
     *
     * @param engine its engine
     * @param blocking waits for its store
     */
    public ShardsInLine(Engine engine, BlockingStore blocking) {
        this.engine = engine;
        this.blocking = blocking;
    }

    /**
     * Rewrites the shards that hold other limits than what is stored now. What is stored is read after the shards were,
     * so it is no older than they are.
     *
     * @param operation what is being done, for errors
     * @param entity whose bucket
     * @param resource on what
     * @param shards as they were read just now
     * @return whether any was rewritten, or has been by others meanwhile: they are to be read again
     * @throws StoreFailureException if the store fails
     */
    public boolean bring(String operation, String entity, String resource, List<ShardTransfer.Seen> shards) {
        Resolution known = shards.isEmpty() ? null : readTogether(operation, entity, resource, shards);
        if (known == null) {
            return false;
        }
        Reconciliation.Target target = engine.target(known);
        boolean rewritten = false;
        for (ShardTransfer.Seen shard : shards) {
            if (!Reconciliation.agrees(shard.item(), shard.image(), target)) {
                blocking.get(
                        operation,
                        engine.patientStore()
                                .write(Reconciliation.toTarget(
                                        shard.item().key(),
                                        shard.item(),
                                        shard.schema(),
                                        shard.image(),
                                        target,
                                        engine.environment().wallMillis(),
                                        engine.newWid())));
                rewritten = true;
            }
        }
        return rewritten;
    }

    /**
     * What would take something away from a shard is read again, until two readings say the same: each of them may have
     * found one level as it was before a change, and another as it was after it. Null also where others change the
     * levels all the time: then whoever takes next brings the shards in line.
     */
    private @Nullable Resolution readTogether(
            String operation, String entity, String resource, List<ShardTransfer.Seen> shards) {
        Resolution before = null;
        for (int i = 0; i < MOST_READINGS; i++) {
            Resolution known = stored(operation, entity, resource);
            if (known == null || (before != null && known.hasSameLimits(before)) || !takesAway(shards, known)) {
                return known;
            }
            before = known;
        }
        return null;
    }

    private boolean takesAway(List<ShardTransfer.Seen> shards, Resolution known) {
        Reconciliation.Target target = engine.target(known);
        return shards.stream().anyMatch(shard -> Reconciliation.takesAway(shard.item(), shard.image(), target));
    }

    /** Null where a level can't be understood: then the bucket's own word counts, as it does for those who take. */
    private @Nullable Resolution stored(String operation, String entity, String resource) {
        ConfigKeys levels = ConfigKeys.of(engine.keys(), entity, resource);
        try {
            return blocking.read(
                    operation, engine.resolve(levels, engine.configs().mark()));
        } catch (StoreFailureException e) {
            if (e.getCause() instanceof DamagedConfigException) {
                return null;
            }
            throw e;
        }
    }
}

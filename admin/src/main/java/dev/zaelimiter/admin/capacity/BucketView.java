package dev.zaelimiter.admin.capacity;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The bucket of an entity on a resource.
 *
 * @param entity whose
 * @param resource on what
 * @param parent who is charged too, if the entity cascades
 * @param limits in order of their names
 * @param shards those that are stored, in order of their numbers
 * @param expiresAt when it may vanish if it is not used
 * @param damage why it can't be read; then there are no limits
 */
public record BucketView(
        String entity,
        String resource,
        Optional<String> parent,
        List<LimitView> limits,
        List<ShardView> shards,
        Optional<Instant> expiresAt,
        Optional<String> damage) {

    /** Copies the lists. */
    public BucketView {
        limits = List.copyOf(limits);
        shards = List.copyOf(shards);
    }
}

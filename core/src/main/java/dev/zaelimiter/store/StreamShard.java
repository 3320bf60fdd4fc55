package dev.zaelimiter.store;

import org.jspecify.annotations.Nullable;

/**
 * A shard of a stream of changes.
 *
 * @param stream the stream's name
 * @param id the shard's name in that stream
 * @param parent the shard that it came out of, which may be gone; null if it is one of the first
 */
public record StreamShard(
        String stream, String id, @Nullable String parent) {}

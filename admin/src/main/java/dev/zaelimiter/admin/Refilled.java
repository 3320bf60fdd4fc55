package dev.zaelimiter.admin;

import java.util.Map;

/**
 * What a reset or a top-up did.
 *
 * @param entity whose bucket
 * @param resource on what
 * @param shards how many shards were written; 0 if there is no bucket, which is as good as full
 * @param amounts whole tokens given, by limit, rounded down
 * @param repeated whether it had been done before under the same idempotency key: nothing was done again
 */
public record Refilled(String entity, String resource, long shards, Map<String, Long> amounts, boolean repeated) {

    /** Copies the map. */
    public Refilled {
        amounts = Map.copyOf(amounts);
    }
}

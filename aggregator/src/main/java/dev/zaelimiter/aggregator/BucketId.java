package dev.zaelimiter.aggregator;

import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.store.Key;
import org.jspecify.annotations.Nullable;

/**
 * What the key of a bucket's shard says.
 *
 * @param keys of the namespace
 * @param entity whose
 * @param resource on what
 * @param shard 0 for the first
 */
record BucketId(Keys keys, String entity, String resource, int shard) {

    private static final String BUCKET = "BUCKET#";
    private static final String STATE = "#STATE";

    /** Whether a key is that of a bucket's shard, well formed or not. */
    static boolean isBucket(Key key) {
        return key.sk().equals(STATE) && key.pk().startsWith(BUCKET, key.pk().indexOf('/') + 1);
    }

    /** Reads a key of a bucket, or gives null if it is not well formed. */
    static @Nullable BucketId of(Key key) {
        String pk = key.pk();
        int entity = pk.indexOf('/') + 1 + BUCKET.length();
        int resource = pk.indexOf('#', entity) + 1;
        int shard = resource == 0 ? 0 : pk.indexOf('#', resource) + 1;
        if (pk.indexOf('/') <= 0 || shard == 0 || resource - 1 == entity || shard - 1 == resource) {
            return null;
        }
        try {
            int number = Integer.parseInt(pk, shard, pk.length(), 10);
            return number < 0
                    ? null
                    : new BucketId(
                            new Keys(pk.substring(0, pk.indexOf('/'))),
                            pk.substring(entity, resource - 1),
                            pk.substring(resource, shard - 1),
                            number);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** What its usage is summed by. */
    Owner owner() {
        return new Owner(keys.namespace(), entity, resource);
    }

    /**
     * Whose usage it is.
     *
     * @param namespace the opaque id
     * @param entity who
     * @param resource on what
     */
    record Owner(String namespace, String entity, String resource) {}
}

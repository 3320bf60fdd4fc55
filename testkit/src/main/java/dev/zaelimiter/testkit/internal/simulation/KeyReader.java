package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Key;
import org.jspecify.annotations.Nullable;

/** Reads keys from the outside. */
final class KeyReader {

    private static final String BUCKET = "/BUCKET#";
    private static final String STATE = "#STATE";

    private KeyReader() {}

    /**
     * The bucket's name, {@code entity/resource}, or null for other items, also for what lies beside its first shard.
     */
    static @Nullable String bucket(Key key) {
        int at = key.pk().indexOf(BUCKET);
        if (at < 0 || !key.sk().equals(STATE)) {
            return null;
        }
        int entity = at + BUCKET.length();
        int resource = key.pk().indexOf('#', entity) + 1;
        int end = key.pk().indexOf('#', resource);
        return bucket(key.pk().substring(entity, resource - 1), key.pk().substring(resource, end));
    }

    /** Which shard of it the item is. */
    static int shard(Key key) {
        return Integer.parseInt(key.pk().substring(key.pk().lastIndexOf('#') + 1));
    }

    /** The entity of a bucket, by the bucket's name. */
    static String entity(String bucket) {
        return bucket.substring(0, bucket.indexOf('/'));
    }

    /** The namespace of a key: its opaque id. */
    static String namespace(Key key) {
        return key.pk().substring(0, key.pk().indexOf('/'));
    }

    static String bucket(String entity, String resource) {
        return entity + "/" + resource;
    }
}

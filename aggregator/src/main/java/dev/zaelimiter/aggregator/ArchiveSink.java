package dev.zaelimiter.aggregator;

import java.math.BigInteger;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Where records of changes go when they expire: a folder, or a bucket of an object store. Implementations are safe for
 * use by many threads.
 */
@FunctionalInterface
public interface ArchiveSink {

    /**
     * Stores an object, unless there is one of this name: then that one stays as it is. When this is done, it is there
     * for good.
     *
     * @param object what to store
     * @return empty if it was stored; else the last number in the one that is there ({@link ArchiveObject#lastIn})
     */
    CompletableFuture<Optional<BigInteger>> storeIfAbsent(ArchiveObject object);
}

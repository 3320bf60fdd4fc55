package dev.zaelimiter.cli;

import dev.zaelimiter.admin.manifest.Manifest;
import org.jspecify.annotations.Nullable;

/** Reads the limits that are stored somewhere. Writes nothing. */
@FunctionalInterface
public interface LimitsOfStores {

    /**
     * Reads all levels of a namespace.
     *
     * @param store a file of the embedded store, or the name of a table
     * @param namespace its name
     * @param region of the table, or null for the usual one
     * @param endpoint where DynamoDB is, or null for the usual place
     * @return what is stored
     */
    Manifest read(String store, String namespace, @Nullable String region, @Nullable String endpoint);
}

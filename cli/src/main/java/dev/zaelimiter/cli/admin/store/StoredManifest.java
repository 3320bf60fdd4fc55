package dev.zaelimiter.cli.admin.store;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.NamespaceNotFoundException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.manifest.Manifest;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What a store holds, for a command that is about something else. */
public final class StoredManifest {

    private StoredManifest() {}

    /**
     * Reads all levels of a namespace.
     *
     * @param store a file that exists, or something with a slash in it; else the name of a table
     * @param namespace its name, which must exist
     * @param region of the table, or null for the usual one
     * @param endpoint where DynamoDB is, or null for the usual place
     * @return what is stored
     */
    public static Manifest read(String store, String namespace, @Nullable String region, @Nullable String endpoint) {
        StoreSource source = isFile(store) && region == null && endpoint == null
                ? new FileSource(store)
                : new TableSource(store, region, endpoint, null);
        try (LimitRepository repository = source.open(false, builder -> builder.namespace(namespace))) {
            return Administration.of(repository).declared().export();
        } catch (CannotOpenException e) {
            if (e.reason() == CannotOpenException.Reason.NAMESPACE_MISSING) {
                throw new NamespaceNotFoundException(namespace, "does not exist in " + store);
            }
            throw e;
        }
    }

    private static boolean isFile(String store) {
        try {
            return store.indexOf('/') >= 0 || store.indexOf('\\') >= 0 || Files.exists(Path.of(store));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}

package dev.zaelimiter.internal.facets;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.schema.NamespaceItems;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Finds the opaque id of a namespace, and registers the namespace if it is new. */
public final class Namespaces {

    private static final WriteShape PUT_NEW = WriteShape.put(Condition.itemAbsent());
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final int ID_LENGTH = 11;

    private Namespaces() {}

    /**
     * Finds a namespace, or registers it.
     *
     * @param store where
     * @param environment for time and randomness
     * @param waiting waits for the store
     * @param name its name, checked
     * @param register whether to register it if it is not there
     * @return its opaque id: 11 characters that are safe in a URL
     */
    public static String open(
            ItemStore store, Environment environment, Waiting waiting, String name, boolean register) {
        while (true) {
            Item known = waiting.get("reading namespace " + name, store.get(NamespaceItems.byName(name)));
            if (known != null) {
                return NamespaceItems.id(known);
            }
            if (!register) {
                throw new CannotOpenException(
                        CannotOpenException.Reason.NAMESPACE_MISSING,
                        store.traits().name() + " has no namespace " + name
                                + ": check the name, or open the repository in the way that creates it",
                        null);
            }
            RandomGenerator random = environment.random();
            String id = newId(random);
            List<Write> records = NamespaceItems.encode(name, id, environment.wallMillis()).stream()
                    .map(item -> Write.put(PUT_NEW, item))
                    .toList();
            String token = new UUID(random.nextLong(), random.nextLong()).toString();
            if (waiting.get("registering namespace " + name, store.transact(records, token))
                    instanceof TransactionResult.Committed) {
                return id;
            }
        }
    }

    /** Never begins with a hyphen, which a command line would take for an option. */
    private static String newId(RandomGenerator random) {
        StringBuilder id = new StringBuilder(ID_LENGTH);
        while (id.length() < ID_LENGTH) {
            char c = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
            if (c != '-' || id.length() > 0) {
                id.append(c);
            }
        }
        return id.toString();
    }
}

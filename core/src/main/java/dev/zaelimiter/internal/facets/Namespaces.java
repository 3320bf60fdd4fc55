package dev.zaelimiter.internal.facets;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.schema.AuditItems;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.NamespaceItems;
import dev.zaelimiter.internal.schema.Ulid;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

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
     * @param blocking waits for the store
     * @param retry tries again when others are quicker
     * @param name its name, checked
     * @param register whether to register it if it is not there
     * @param author in whose name that is recorded
     * @param ids for the record
     * @return its opaque id: 11 characters that are safe in a URL
     * @throws dev.zaelimiter.StoreFailureException if the store fails, or others keep registering and deleting the name
     * @throws CannotOpenException if it is not there and is not to be registered
     */
    public static String open(
            ItemStore store,
            BlockingStore blocking,
            OptimisticRetry retry,
            String name,
            boolean register,
            Author author,
            Ulid ids) {
        return retry.run("opening namespace " + name, "others registered and deleted it", () -> {
            Item known =
                    blocking.insist("reading namespace " + name, false, () -> store.get(NamespaceItems.byName(name)));
            if (known != null) {
                return id(store, name, known);
            }
            if (!register) {
                throw new CannotOpenException(
                        CannotOpenException.Reason.NAMESPACE_MISSING,
                        store.traits().name() + " has no namespace " + name
                                + ": check the name, or open the repository in the way that creates it",
                        null);
            }
            return register(store, blocking, name, author, ids);
        });
    }

    /** Registers it under a new id; null if somebody else has registered the name meanwhile. */
    private static @Nullable String register(
            ItemStore store, BlockingStore blocking, String name, Author author, Ulid ids) {
        Environment environment = blocking.environment();
        RandomGenerator random = environment.random();
        String id = newId(random);
        long now = environment.wallMillis();
        List<Write> records = new ArrayList<>();
        NamespaceItems.encode(name, id, now).forEach(item -> records.add(Write.put(PUT_NEW, item)));
        records.add(Write.put(
                PUT_NEW,
                AuditItems.encode(
                        new Keys(Keys.REGISTRY),
                        record(AuditItems.Action.NAMESPACE_CREATED, name, id),
                        ids.next(now),
                        now,
                        author.principal(),
                        author.retention().toSeconds())));
        String token = new UUID(random.nextLong(), random.nextLong()).toString();
        return blocking.insist("registering namespace " + name, true, () -> store.transact(records, token))
                        instanceof TransactionResult.Committed
                ? id
                : null;
    }

    private static String id(ItemStore store, String name, Item record) {
        if (record.text(NamespaceItems.ID) == null) {
            throw new CannotOpenException(
                    CannotOpenException.Reason.TABLE_UNFIT,
                    store.traits().name() + ": the record of namespace " + name + " at " + record.key()
                            + " is damaged: its " + NamespaceItems.ID
                            + " is not a text. Write it back as the namespace's other record has it. Nothing was changed",
                    null);
        }
        return NamespaceItems.id(record);
    }

    /**
     * What is recorded of a change of a namespace.
     *
     * @param action what was done
     * @param name its name
     * @param id its opaque id
     * @return the change
     */
    public static AuditItems.Change record(AuditItems.Action action, String name, String id) {
        return new AuditItems.Change(
                action, AuditItems.NAMESPACE + name, null, Map.of("namespace_id", AttributeValue.of(id)), Map.of());
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

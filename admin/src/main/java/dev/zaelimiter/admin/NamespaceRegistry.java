package dev.zaelimiter.admin;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.NamespaceNotFoundException;
import dev.zaelimiter.NamespaceStateException;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.facets.AuditedTransactions;
import dev.zaelimiter.internal.facets.BlockingStore;
import dev.zaelimiter.internal.facets.EngineRepository;
import dev.zaelimiter.internal.facets.Inputs;
import dev.zaelimiter.internal.facets.Namespaces;
import dev.zaelimiter.internal.facets.OptimisticRetry;
import dev.zaelimiter.internal.facets.Pages;
import dev.zaelimiter.internal.schema.AuditItems;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.NamespaceItems;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * The namespaces of a store, whichever of them the repository is open on. A deleted one loses its name and keeps its
 * items until it is recovered or purged. Processes that are open on it go on as before: stop them first.
 */
public final class NamespaceRegistry {

    private final Engine engine;
    private final BlockingStore blocking;
    private final AuditedTransactions transactions;
    private final Keys registry = new Keys(Keys.REGISTRY);

    NamespaceRegistry(EngineRepository repository, AuditedTransactions transactions) {
        this.transactions = transactions;
        this.engine = repository.engine();
        this.blocking = repository.waiting();
    }

    /**
     * Registers a namespace, if there is none of this name.
     *
     * @param name letters, digits and {@code _ . -}, up to 64
     * @return the new one, or the one that was there
     * @throws InvalidInputException if the name breaks its rule
     */
    public Namespace register(String name) {
        engine.requireOpen();
        Namespaces.open(
                engine.patientStore(),
                blocking,
                new OptimisticRetry(engine, blocking),
                Inputs.namespace(name),
                true,
                transactions.author(),
                transactions.ids());
        return get(name)
                .orElseThrow(() -> new NamespaceNotFoundException(name, "was deleted while it was being registered"));
    }

    /**
     * Registers several namespaces, each if there is none of its name. All names are checked before the first is
     * written.
     *
     * @param names as for {@link #register(String)}
     * @return the namespaces, in the order of the names
     * @throws InvalidInputException if a name breaks its rule
     */
    public List<Namespace> register(List<String> names) {
        names.forEach(Inputs::namespace);
        return names.stream().map(this::register).toList();
    }

    /**
     * Finds a namespace by name.
     *
     * @param name its name
     * @return empty if no namespace has this name now
     * @throws InvalidInputException if the name breaks its rule
     */
    public Optional<Namespace> get(String name) {
        return read(NamespaceItems.byName(Inputs.namespace(name)));
    }

    /**
     * Finds a namespace by id, also if it is deleted.
     *
     * @param id its opaque id
     * @return empty if there is none
     * @throws InvalidInputException if the id breaks its rule
     */
    public Optional<Namespace> getById(String id) {
        return read(NamespaceItems.byId(Inputs.namespaceId(id)));
    }

    private Optional<Namespace> read(Key key) {
        engine.requireOpen();
        Item record = blocking.read(
                "reading the registry of namespaces", engine.patientStore().get(key));
        return Optional.ofNullable(record).map(Namespace::of);
    }

    /**
     * Lists the namespaces in use.
     *
     * @return in order of their names
     */
    public List<Namespace> list() {
        return all(NamespaceItems.names());
    }

    /**
     * Lists the namespaces that are deleted, and not yet purged to the end.
     *
     * @return in order of their ids
     */
    public List<Namespace> deleted() {
        return all(NamespaceItems.ids()).stream().filter(each -> !each.active()).toList();
    }

    private List<Namespace> all(Query query) {
        engine.requireOpen();
        List<Namespace> all = new ArrayList<>();
        Pages.read(engine, blocking, "listing namespaces", query).forEach(item -> all.add(Namespace.of(item)));
        return all;
    }

    /**
     * Takes a namespace out of use. Its items stay.
     *
     * @param name its name
     * @return the namespace, with the id by which it can be recovered or purged
     * @throws NamespaceNotFoundException if there is none of this name
     */
    public Namespace delete(String name) {
        Namespace found = get(name).orElseThrow(() -> new NamespaceNotFoundException(name, "does not exist"));
        commit(
                "deleting namespace " + name,
                name,
                NamespaceItems.delete(name, found.id(), engine.environment().wallMillis()),
                Namespaces.record(AuditItems.Action.NAMESPACE_DELETED, name, found.id()));
        return getById(found.id()).orElse(found);
    }

    /**
     * Brings a deleted namespace back into use, with all its items.
     *
     * @param id its opaque id
     * @return the namespace
     * @throws NamespaceNotFoundException if there is none of this id
     * @throws NamespaceStateException if it is not deleted, is being purged, or another has its name now
     */
    public Namespace recover(String id) {
        Namespace found = existing(id);
        if (!found.status().equals(NamespaceItems.DELETED)) {
            throw new NamespaceStateException(id, found.status(), "is " + found.status() + ", and can't be recovered");
        }
        if (get(found.name()).isPresent()) {
            throw new NamespaceStateException(
                    id, found.status(), "can't be recovered: another one is called '" + found.name() + "' by now");
        }
        commit(
                "recovering namespace " + id,
                id,
                NamespaceItems.recover(found.name(), id, found.createdAt()),
                Namespaces.record(AuditItems.Action.NAMESPACE_RECOVERED, found.name(), id));
        return existing(id);
    }

    private Namespace existing(String id) {
        return getById(id).orElseThrow(() -> new NamespaceNotFoundException(id, "does not exist"));
    }

    private void commit(String operation, String which, List<Write> writes, AuditItems.Change record) {
        if (transactions.commit(registry, operation, writes, record) instanceof TransactionResult.Refused) {
            throw new NamespaceNotFoundException(which, "was changed by somebody else meanwhile; nothing was changed");
        }
    }

    /**
     * Deletes all items of a deleted namespace for good, and then the last trace of it. May be called again after a
     * failure, and goes on from there. Items that another system stored without an entry in the index of the namespace
     * are not found. Of an id that is not registered, which is what is left after a purge, whatever is still stored is
     * deleted, mostly nothing.
     *
     * @param id its opaque id
     * @param progress hears, now and then, how many items are deleted so far
     * @return how many items this call deleted
     * @throws NamespaceStateException if it is in use
     * @throws StoreFailureException if the store fails, or others keep storing items in it
     */
    public long purge(String id, LongConsumer progress) {
        Namespace found = getById(id).orElse(null);
        if (found == null) {
            return new Purge(engine, blocking, id).leftovers(progress);
        }
        if (found.active()) {
            throw new NamespaceStateException(
                    id, found.status(), "is in use as '" + found.name() + "'; delete it before you purge it");
        }
        long deleted = new Purge(engine, blocking, id).run(progress);
        commit(
                "purging namespace " + id,
                id,
                List.of(NamespaceItems.purged(id)),
                Namespaces.record(AuditItems.Action.NAMESPACE_PURGED, found.name(), id));
        return deleted;
    }
}

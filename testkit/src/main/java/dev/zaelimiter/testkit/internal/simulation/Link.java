package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.StoreTraits;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One process's way to the store: takes time, loses things, and shows the oracle what lands. */
final class Link implements ItemStore {

    private final World world;
    private final Host host;
    private final Network network;
    private final ItemStore store;
    private final StoreTraits traits;
    private final Oracle oracle;
    private final Partitions partitions;
    private final Conduct conduct;
    private final Arrivals arrivals;
    private final Delivery delivery;
    private boolean opening = true;
    private boolean atHand;
    private boolean inPlace;
    private boolean mayChangeInPlace;
    private Runnable flooded = () -> {};

    Link(
            World world,
            Host host,
            Network network,
            ItemStore store,
            StoreTraits traits,
            Oracle oracle,
            Partitions partitions) {
        this.world = world;
        this.host = host;
        this.network = network;
        this.store = store;
        this.traits = traits;
        this.oracle = oracle;
        this.partitions = partitions;
        this.conduct = new Conduct(world, host, oracle);
        this.arrivals = new Arrivals(world, host, store, oracle, partitions);
        this.delivery = new Delivery(world, host, oracle);
    }

    /** From now on calls take time. Until then each is answered at once: while a repository is opened. */
    void up() {
        opening = false;
    }

    /** From now on each call is watched and answered at once. */
    void upAtHand() {
        opening = false;
        atHand = true;
        inPlace = true;
    }

    /** Says from the start that numbers may be changed in place. */
    void willBeInPlace() {
        mayChangeInPlace = true;
    }

    /** From now on calls take time, but for what is changed in place. */
    void upInPlace() {
        opening = false;
        inPlace = true;
    }

    Conduct conduct() {
        return conduct;
    }

    /** Something that happens whenever a write leaves. */
    void flooded(Runnable by) {
        flooded = by;
    }

    @Override
    public StoreTraits traits() {
        return traits;
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        if (opening) {
            return store.write(write);
        }
        CompletableFuture<WriteResult> unwanted = conduct.unwanted(true, write.key());
        if (unwanted != null) {
            return unwanted;
        }
        Network.Fate fate = fate();
        flooded.run();
        Sent sent = new Sent(
                host.toString(), write, host.wallMillis(), world.nowNanos(), !fate.answered() || fate.landsNanos() < 0);
        oracle.of(write.key()).landings().sent(sent);
        world.trace(Arrays.hashCode(write.wholes()), () -> host + " sends " + Written.describe(write) + fateOf(fate));
        return carry(fate, () -> arrivals.land(sent), result -> {
            shown(write.key()).heard(sent, result);
            oracle.of(write.key()).grounds().heard(sent, result);
        });
    }

    private Network.Fate fate() {
        Network.Fate fate = conduct.denied() ? network.denied() : atHand ? Network.Fate.AT_ONCE : network.fate(true);
        if (fate.failure() instanceof StoreException.Conflict) {
            oracle.refusals().conflicted(host.toString(), world.nowNanos());
        }
        return fate;
    }

    private static String fateOf(Network.Fate fate) {
        return fate.breach() != null
                ? " [" + fate.breach() + "]"
                : fate.failure() == null ? "" : " [" + fate.failure().getMessage() + "]";
    }

    @Override
    @SuppressWarnings("ReturnValueIgnored") // nobody hears of a repeat
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        if (opening) {
            return store.transact(writes, token);
        }
        CompletableFuture<TransactionResult> unwanted =
                conduct.unwanted(true, writes.get(0).key());
        if (unwanted != null) {
            return unwanted;
        }
        Network.Fate fate = fate();
        boolean disrupted = !fate.answered() || fate.landsNanos() < 0;
        Landings landings = oracle.of(writes.get(0).key()).landings();
        List<Sent> sent = new ArrayList<>();
        for (Write write : writes) {
            sent.add(new Sent(host.toString(), write, host.wallMillis(), world.nowNanos(), disrupted));
        }
        sent.forEach(landings::sent);
        world.trace(
                token.hashCode(),
                () -> host + " sends together "
                        + writes.stream().map(Written::describe).collect(Collectors.joining("; ")) + fateOf(fate));
        if (fate.repeatedNanos() >= 0) {
            world.after(
                    fate.repeatedNanos(), null, () -> arrivals.land(sent, token).isDone());
        }
        return carry(fate, () -> arrivals.land(sent, token), result -> {
            shown(writes.get(0).key()).heard(sent, result);
            oracle.of(writes.get(0).key()).grounds().heard(sent, result);
        });
    }

    @Override
    public CompletableFuture<@Nullable Item> get(Key key) {
        return read(
                List.of(key),
                () -> store.get(key).thenApply(item -> {
                    oracle.of(key).landings().looked(host.toString(), key, item != null);
                    return item;
                }),
                item -> heard(key, item));
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        List<Key> asked = List.copyOf(keys);
        return read(
                asked,
                () -> store.batchGet(asked).thenApply(items -> {
                    asked.forEach(
                            key -> oracle.of(key).landings().looked(host.toString(), key, items.containsKey(key)));
                    return items;
                }),
                items -> asked.forEach(key -> heard(key, items.get(key))));
    }

    private void heard(Key key, @Nullable Item item) {
        shown(key).heard(host.toString(), key, item);
        oracle.of(key).grounds().heard(host.toString(), key, item);
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return read(List.of(), () -> store.query(query), page -> {});
    }

    private ShownShards shown(Key key) {
        return oracle.of(key).mixed().shown();
    }

    private <T extends @Nullable Object> CompletableFuture<T> read(
            Collection<Key> keys, Supplier<CompletableFuture<T>> passOn, Consumer<? super T> heard) {
        if (opening) {
            return passOn.get();
        }
        CompletableFuture<T> unwanted = conduct.unwanted(false, keys);
        if (unwanted != null) {
            return unwanted;
        }
        Network.Fate fate = atHand ? Network.Fate.AT_ONCE : network.read(keys);
        if (fate.failure() != null || fate.breach() != null) {
            keys.forEach(key -> oracle.of(key).notes().couldNotRead(host.toString(), key, world.nowNanos()));
        }
        return carry(fate, passOn, heard);
    }

    private <T extends @Nullable Object> CompletableFuture<T> carry(
            Network.Fate fate, Supplier<CompletableFuture<T>> passOn, Consumer<? super T> heard) {
        return atHand && fate.answered() ? passOn.get() : delivery.carry(fate, passOn, heard);
    }

    @Override
    public boolean changesInPlace() {
        return mayChangeInPlace;
    }

    /** Where the scenario has it: what is decided in place waits for nobody. */
    @Override
    public @Nullable Account account(Item item, Account.Attributes attributes, long mark) {
        Account account = opening || !inPlace || conduct.denied() ? null : store.account(item, attributes, mark);
        if (account == null) {
            return null;
        }
        return new WatchedAccount(
                account,
                attributes,
                item,
                mark,
                new InPlaceChanges(world, host, oracle, conduct, partitions, () -> flooded.run(), item.key()));
    }

    @Override
    public ChangeFeed changes() {
        return store.changes();
    }

    @Override
    public void close() {}
}

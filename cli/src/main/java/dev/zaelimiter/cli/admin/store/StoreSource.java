package dev.zaelimiter.cli.admin.store;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.loadtest.internal.plan.StorePlace;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** A store that was named on the command line. */
public interface StoreSource {

    /**
     * Opens it.
     *
     * @param create whether to make what is missing; else nothing is written
     * @param settings the namespace and so on
     * @return a repository, with which the store is closed
     */
    LimitRepository open(boolean create, Consumer<RepositoryBuilder> settings);

    /**
     * Keeps the way to the store open while the process ends, for whoever has something to give back then.
     *
     * @return to be run once, when it may close
     */
    Runnable holdOpen();

    /**
     * Where it is, for the workers of a load test.
     *
     * @return what they open it by
     */
    StorePlace place();

    /**
     * What it is, for people.
     *
     * @return a table or a file, by its name
     */
    String title();

    /**
     * Whether somebody is billed for what is read.
     *
     * @return true for a table
     */
    boolean billsReads();

    /**
     * Asks about the store as a whole.
     *
     * @return what is known of it now
     */
    StoreFacts facts();

    /**
     * Reads every item, of all namespaces, and changes nothing. A store of a newer writer can be read, too.
     *
     * @param about is told first how many items to expect, if anybody knows
     * @param each is given the items, in no particular order
     */
    void readAll(LongConsumer about, Consumer<Item> each);

    /**
     * Asks about the stack of AWS that the store is part of.
     *
     * @return what is known of it now
     */
    default StackFacts stack() {
        return StackFacts.NONE;
    }
}

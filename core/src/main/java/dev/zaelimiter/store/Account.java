package dev.zaelimiter.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whole numbers of one item, changed in place: many small changes of one item cost no write, no new item and no future
 * each. An optional capability of stores that lie in the memory of the process, see {@link ItemStore#account}.
 *
 * <p>An exchange is a write like any other: it is applied or not, in one order with all writes of its key, and whoever
 * reads the item afterwards sees it. What makes it cheap is that it holds for as long only as nobody else asks for the
 * item. Any other call that reads or writes the item closes the account, and so do a feed that is opened and the
 * store's end; the item then is what the last exchange has left.
 *
 * <p>Safe for use by many threads. No call waits for another thread, wherever that one may have been stopped. What
 * throws has changed nothing; whoever uses an account that throws closes it, and asks for no other of that item.
 */
public interface Account {

    /**
     * Which numbers of an item are changed in place.
     *
     * @param balances what an exchange changes
     * @param counters as many: to each is added what is taken off the balance of the same place, or taken off it what
     *     is added there
     * @param mark tells who has written last
     */
    record Attributes(List<String> balances, List<String> counters, String mark) {

        /** Copies what it is given. */
        public Attributes {
            balances = List.copyOf(balances);
            counters = List.copyOf(counters);
            if (balances.size() != counters.size()) {
                throw new IllegalArgumentException(balances.size() + " balances, but " + counters.size() + " counters");
            }
        }
    }

    /**
     * The balances as they are now.
     *
     * @return in the order of the attributes, not to be changed; null if the account is closed or divided
     */
    long @Nullable [] balances();

    /**
     * Puts other balances in the place of those that were seen, if nobody has changed, divided or closed the account
     * since.
     *
     * @param seen the very array that {@link #balances} gave
     * @param next as many, in the same order; not to be changed any more
     * @return whether they are there now
     */
    boolean exchange(long[] seen, long[] next);

    /**
     * Into how many parts the balances may be divided at most, so that many threads at a time change them without
     * getting in each other's way.
     *
     * @return constant: 2 or more; 1 if they can't be divided
     */
    default int parts() {
        return 1;
    }

    /**
     * Divides the balances into equal parts, if nobody has changed, divided or closed the account since they were seen.
     * From then on the balances are the sum of all parts, and of what was left over, which stays as it is.
     *
     * @param seen the very array that {@link #balances} gave
     * @param each what every part holds at first, in the same order; not to be changed any more
     * @param parts how many, 2 to {@link #parts()}
     * @return whether the account is divided so now
     */
    default boolean divide(long[] seen, long[] each, int parts) {
        return false;
    }

    /**
     * The balances of one part.
     *
     * @param part which one, from 0 on
     * @return in the order of the attributes, not to be changed; null if the account is closed, or is not divided
     */
    default long @Nullable [] part(int part) {
        return null;
    }

    /**
     * The {@link #exchange(long[], long[])} of one part.
     *
     * @param part which one
     * @param seen the very array that {@link #part} gave of it
     * @param next as many, in the same order; not to be changed any more
     * @return whether they are there now
     */
    default boolean exchange(int part, long[] seen, long[] next) {
        return false;
    }

    /**
     * Closes the account. May be called more than once.
     *
     * @return the item as the last exchange left it
     */
    Item close();
}

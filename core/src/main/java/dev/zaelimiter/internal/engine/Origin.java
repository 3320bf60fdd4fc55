package dev.zaelimiter.internal.engine;

import java.util.List;

/** Where the tokens of a grant came from, and so where its corrections go. Safe for use by many threads. */
interface Origin {

    /**
     * Corrects balances: positive amounts are taken, negative ones given back. Never refused.
     *
     * @param names the limits
     * @param milli millitokens of each
     * @param place of the grant that is corrected, see {@link Debtors}
     * @param out for what follows from it
     */
    void adjust(List<String> names, List<Long> milli, long place, Outbox out);
}

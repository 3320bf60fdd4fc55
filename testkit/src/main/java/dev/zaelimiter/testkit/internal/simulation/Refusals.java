package dev.zaelimiter.testkit.internal.simulation;

import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;

/** Whether a refusal was right: only for a client that is alone, and has nothing else under way. */
final class Refusals {

    private final Accounts accounts;
    /** When each client last lost against another call. */
    private final Map<String, Long> conflicts = new TreeMap<>();

    Refusals(Accounts accounts) {
        this.accounts = accounts;
    }

    /** Whether all that was asked for surely was there. */
    boolean wrong(Asked asked, Map<String, BucketBook> books, long wallMillis) {
        if (!accounts.pending(asked.client).isEmpty()) {
            return false;
        }
        for (String bucket : asked.buckets) {
            BucketBook book = books.get(bucket);
            for (Map.Entry<String, Long> amount : asked.amounts.entrySet()) {
                if (book == null || !surelyFits(asked, bucket, book, amount.getKey(), amount.getValue(), wallMillis)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** A client hears that another call was faster. */
    void conflicted(String client, long nanos) {
        conflicts.put(client, nanos);
    }

    /**
     * Whether a request met a conflict, but nobody has written since a request came, nor for so long before that its
     * process may go by what it saw, and all that it asks for was there, beside what those ask who stand in line before
     * it.
     */
    boolean unopposed(Asked asked, Landings landings, long freshnessNanos) {
        if (conflicts.getOrDefault(asked.client, -1L) < asked.submittedNanos) {
            return false;
        }
        Map<String, Long> wanted = new TreeMap<>(asked.amounts);
        for (Asked other : accounts.pending(asked.client)) {
            if (other.id < asked.id && other.buckets.equals(asked.buckets)) {
                other.amounts.forEach((limit, milli) -> wanted.computeIfPresent(limit, (same, sum) -> sum + milli));
            }
        }
        for (String bucket : asked.buckets) {
            BucketBook book = landings.books().get(bucket);
            if (book == null
                    || book.latestNanos() >= asked.submittedNanos - freshnessNanos
                    || !book.served(asked.amounts, wanted, asked.submittedNanos / 1_000_000)) {
                return false;
            }
        }
        return true;
    }

    private boolean surelyFits(
            Asked asked, String bucket, BucketBook book, String limit, long amount, long wallMillis) {
        WindowLaw law = book.law(limit);
        StoredBucket view = book.view();
        StoredBucket.LimitView now = view == null ? null : view.limits().get(limit);
        if (law == null
                || now == null
                || accounts.of(asked.client, bucket, limit).hasOpenDebits()) {
            return false;
        }
        BigInteger owe = asked.waitMillis == 0
                ? BigInteger.ZERO
                : StoredBucket.times(asked.waitMillis, now.ra()).divide(BigInteger.valueOf(now.rp()));
        BigInteger there = law.roomAt(wallMillis).add(owe);
        return amount == 0 || (amount <= law.capMilli() && there.compareTo(BigInteger.valueOf(amount)) >= 0);
    }
}

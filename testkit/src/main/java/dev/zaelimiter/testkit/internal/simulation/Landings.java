package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is sent to the store and lands there, as the {@link Oracle} sees it: each write goes to the book of its bucket,
 * to the rules for ids, and to the account of its client.
 */
final class Landings {

    private final Oracle oracle;
    private final Accounts accounts;
    private final WriteRules writes;
    private final Map<String, BucketBook> books = new TreeMap<>();
    private final Map<String, Long> latestWall = new HashMap<>();
    private final Map<String, Key> homes = new TreeMap<>();
    private long rewrites;

    Landings(Oracle oracle, Accounts accounts, long patienceNanos) {
        this.oracle = oracle;
        this.accounts = accounts;
        this.writes = new WriteRules(oracle, patienceNanos);
    }

    /** The latest that a client's clock has shown: a write that is sent again was stamped before a jump, perhaps. */
    long latestWallMillis(Sent sent) {
        return Math.max(sent.wallMillis(), latestWall.getOrDefault(sent.client(), Long.MIN_VALUE));
    }

    void sent(Sent sent) {
        if (PythonClient.is(sent.client())) {
            return;
        }
        latestWall.merge(sent.client(), sent.wallMillis(), Math::max);
        String bucket = KeyReader.bucket(sent.write().key());
        if (bucket != null) {
            oracle.mixed().shown().sent(sent);
            oracle.grounds().sent(sent);
            oracle.bound().sent(sent);
            writes.sent(sent, limit -> accounts.of(sent.client(), bucket, limit).debitsUntil(sent.nanos()));
        }
    }

    void landed(Sent sent, @Nullable Item before, @Nullable Item after) {
        if (oracle.mixed().isMixed()) {
            shared(List.of(sent), Collections.singletonList(before), Collections.singletonList(after));
            return;
        }
        String bucket = KeyReader.bucket(sent.write().key());
        StoredBucket view = StoredBucket.of(after);
        if (bucket == null || view == null || after == null) {
            return;
        }
        oracle.trace(after.hashCode(), () -> "  landed from " + sent.client() + ": " + Written.describe(after));
        if (view.shard() == 0) {
            homes.putIfAbsent(bucket, after.key());
        }
        if (before != null && oracle.told().onlyCounts(sent, bucket)) {
            book(bucket).counted(view);
            accounts.foundThere(sent.client(), bucket, !sent.disrupted());
            return;
        }
        long firstSent = writes.firstSentNanos(sent);
        StoredBucket was = StoredBucket.of(before);
        if (was != null && was.count() == view.count() && !was.sameNumbers(view)) {
            rewrites++;
        }
        book(bucket).landed(sent, was, view, allowance(sent, bucket, firstSent));
        writes.landed(sent);
        accounts.landed(sent, bucket, firstSent);
        oracle.ownDebt().landed(sent, bucket);
        oracle.hearing().arrived(sent, bucket, true);
    }

    /** How often a bucket was brought in line with limits that had changed, or with one that had come or gone. */
    long rewrites() {
        return rewrites;
    }

    private BucketBook.Allowance allowance(Sent sent, String bucket, long firstSent) {
        return new BucketBook.Allowance() {
            @Override
            public BigInteger owe(String limit, StoredBucket.LimitView limitView) {
                return accounts.mayOwe(sent.client(), bucket, limit, limitView, firstSent);
            }

            @Override
            public long debits(String limit) {
                return writes.debits(sent, limit);
            }

            @Override
            public long firstSentNanos() {
                return firstSent;
            }
        };
    }

    /** A write was refused by what lies in the store. */
    void refused(Sent sent) {
        String bucket = KeyReader.bucket(sent.write().key());
        if (bucket != null) {
            oracle.hearing().arrived(sent, bucket, false);
        }
    }

    /** A client was shown an item, or that there is none. */
    void looked(String client, Key key, boolean there) {
        String bucket = KeyReader.bucket(key);
        if (bucket == null || KeyReader.shard(key) > 0) {
            return;
        }
        if (there) {
            accounts.foundThere(client, bucket, true);
        } else {
            accounts.foundGone(client, bucket);
            BucketBook book = books.get(bucket);
            if (book != null) {
                book.presence().foundGone(oracle.notes().configured(bucket));
            }
        }
    }

    /** A client has heard that a transaction did not land; an earlier copy of it may still do so. */
    void heardRefused(Sent sent) {
        writes.heardRefused(sent);
    }

    void unheard(Sent sent, String limit, long milli) {
        writes.unheard(sent, limit, milli);
    }

    /** A client has heard that a transaction which it sends again had landed before. */
    void heard(Sent sent) {
        String bucket = KeyReader.bucket(sent.write().key());
        if (bucket != null) {
            writes.heard(sent, (limit, milli) -> accounts.of(sent.client(), bucket, limit).unheard -= milli);
        }
    }

    /** A transaction has landed: a split, a merge, or a take from several shards. */
    void landedTogether(List<Sent> sent, List<@Nullable Item> before, List<@Nullable Item> after) {
        if (sent.get(0).client().equals(Gifts.GIVER)) {
            given(sent, before, after);
            return;
        }
        if (oracle.mixed().isMixed()) {
            shared(sent, before, after);
            return;
        }
        if (sent.size() == 2 && transferred(sent, before, after)) {
            return;
        }
        for (int i = 0; i < sent.size(); i++) {
            landed(sent.get(i), before.get(i), after.get(i));
            writes.together(sent.get(i), oracle.nowNanos());
        }
    }

    /** Something has landed on buckets that the Python system writes, too. */
    private void shared(List<Sent> sent, List<@Nullable Item> before, List<@Nullable Item> after) {
        Map<String, List<Integer>> parts = new TreeMap<>();
        for (int i = 0; i < sent.size(); i++) {
            String bucket = KeyReader.bucket(sent.get(i).write().key());
            boolean changes = !Objects.equals(before.get(i), after.get(i));
            if (bucket != null && changes) {
                parts.computeIfAbsent(bucket, key -> new ArrayList<>()).add(i);
            }
        }
        parts.forEach((bucket, places) -> {
            List<Sent> those = places.stream().map(sent::get).toList();
            List<@Nullable Item> were = places.stream().map(before::get).collect(Collectors.toList());
            List<@Nullable Item> are = places.stream().map(after::get).collect(Collectors.toList());
            oracle.mixed().landed(bucket, those, were, are);
            places.forEach(place -> shared(bucket, sent.get(place), before.get(place), after.get(place)));
        });
        if (sent.size() > 1 && !PythonClient.is(sent.get(0).client())) {
            sent.forEach(one -> writes.together(one, oracle.nowNanos()));
        }
    }

    private void shared(String bucket, Sent sent, @Nullable Item before, @Nullable Item after) {
        StoredBucket view = StoredBucket.of(after);
        if (view == null || after == null) {
            return;
        }
        oracle.trace(after.hashCode(), () -> "  landed from " + sent.client() + ": " + Written.describe(after));
        if (view.shard() == 0) {
            homes.putIfAbsent(bucket, after.key());
        }
        book(bucket).shared(StoredBucket.of(before), view);
        if (!PythonClient.is(sent.client())) {
            long firstSent = writes.firstSentNanos(sent);
            owes(bucket, sent, view, firstSent);
            writes.landed(sent);
            accounts.landed(sent, bucket, firstSent);
        }
    }

    /** A take of ours leaves no debt but those of corrections, and of callers who wait. */
    private void owes(String bucket, Sent sent, StoredBucket view, long firstSent) {
        Written.consumption(sent.write()).forEach((limit, milli) -> {
            StoredBucket.LimitView state = view.limits().get(limit);
            if (state != null
                    && milli > writes.debits(sent, limit)
                    && accounts.mayOwe(sent.client(), bucket, limit, state, firstSent)
                                    .add(BigInteger.valueOf(state.tk()))
                                    .signum()
                            < 0) {
                oracle.violated(
                        "overdrawn",
                        bucket + ": " + limit + " was taken below zero: " + view + "; by " + sent.client() + ": "
                                + Written.describe(sent.write()));
            }
        });
    }

    private void given(List<Sent> sent, List<@Nullable Item> before, List<@Nullable Item> after) {
        String bucket = null;
        List<@Nullable StoredBucket> was = new ArrayList<>();
        List<@Nullable StoredBucket> is = new ArrayList<>();
        for (int i = 0; i < sent.size(); i++) {
            String name = KeyReader.bucket(sent.get(i).write().key());
            bucket = name == null ? bucket : name;
            was.add(name == null ? null : StoredBucket.of(before.get(i)));
            is.add(name == null ? null : StoredBucket.of(after.get(i)));
        }
        if (bucket != null) {
            oracle.trace(is.hashCode(), () -> "  landed from the giver: " + is);
            oracle.gifts().landed(bucket, books.get(bucket), sent, was, is);
        }
    }

    private boolean transferred(List<Sent> sent, List<@Nullable Item> before, List<@Nullable Item> after) {
        String bucket = KeyReader.bucket(sent.get(0).write().key());
        TransferLaw.Change one =
                new TransferLaw.Change(sent.get(0), StoredBucket.of(before.get(0)), StoredBucket.of(after.get(0)));
        TransferLaw.Change two =
                new TransferLaw.Change(sent.get(1), StoredBucket.of(before.get(1)), StoredBucket.of(after.get(1)));
        if (bucket == null || !TransferLaw.is(one, two)) {
            return false;
        }
        oracle.trace(
                Objects.hash(before, after),
                () -> "  moved by " + sent.get(0).client() + ": " + Written.describe(after.get(0)) + " and "
                        + Written.describe(after.get(1)));
        book(bucket).transferred(one, two);
        oracle.wrote("TRANSFER " + (two.after() == null ? "MERGED" : "SPLIT"));
        return true;
    }

    private BucketBook book(String bucket) {
        return books.computeIfAbsent(bucket, name -> new BucketBook(name, oracle));
    }

    /** What the buckets have been through, by their names. */
    Map<String, BucketBook> books() {
        return books;
    }

    /** A bucket was deleted, with all that was in it: whoever asks next makes another one. */
    void erased(String bucket) {
        books.remove(bucket);
        oracle.gifts().erased(bucket);
    }

    /** The first shards of all buckets. */
    List<Key> homes() {
        return List.copyOf(homes.values());
    }

    /** What landed together though its client never learns of it, and should have. */
    void excuseNothing() {
        writes.unexcused((write, limit, milli) -> accounts.of(
                        write.client(),
                        Objects.requireNonNull(KeyReader.bucket(write.write().key())),
                        limit)
                .unheard -= milli);
    }
}

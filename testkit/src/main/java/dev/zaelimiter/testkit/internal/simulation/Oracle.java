package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Watches everything and believes nothing. It sees what clients ask, what they are told, and what lands in the store,
 * and holds it against the laws of the design with arithmetic of its own.
 */
final class Oracle {

    /** For so long a client goes on to ask what became of a write. */
    private static final int PATIENCE_DEADLINES = 10;

    private final Scenario scenario;
    private final Map<String, BucketBook> books = new TreeMap<>();
    private final Map<String, Long> latestWall = new HashMap<>();
    private final Map<String, Key> homes = new TreeMap<>();
    private final Map<String, Integer> epochs = new HashMap<>();
    private final Set<String> stored = new TreeSet<>();
    private final Set<String> removed = new TreeSet<>();
    private final Accounts accounts = new Accounts(this);
    private final WriteRules writes;
    private final Fairness fairness = new Fairness(this);
    private final Refusals refusals = new Refusals(accounts);
    private final Findings findings = new Findings();
    private @Nullable World world;
    private long admitted;
    private final Map<String, Integer> answered = new TreeMap<>();

    Oracle(Scenario scenario) {
        this.scenario = scenario;
        this.writes = new WriteRules(this, PATIENCE_DEADLINES * scenario.deadlineMillis * 1_000_000);
    }

    void watch(World watched) {
        world = watched;
    }

    long nowNanos() {
        return world == null ? 0 : world.nowNanos();
    }

    void violated(String rule, String what) {
        findings.add(rule, what);
        if (world != null) {
            world.trace("VIOLATED " + rule + ": " + what);
        }
    }

    Findings findings() {
        return findings;
    }

    /** How many requests were granted. */
    long admitted() {
        return admitted;
    }

    /** Whether it is worth going on. */
    boolean content() {
        return !findings.enough();
    }

    /** A client was told how a write ended. */
    void wrote(String kindAndOutcome) {
        answered.merge(kindAndOutcome, 1, Integer::sum);
    }

    Map<String, Integer> answered() {
        return answered;
    }

    static String describe(Throwable fault) {
        StringWriter text = new StringWriter();
        fault.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    /** The stored configuration has changed: these are the limits now. */
    void configured(Set<String> limits) {
        for (String limit : limits) {
            if (!stored.contains(limit)) {
                epochs.merge(limit, 1, Integer::sum);
            }
        }
        removed.addAll(stored);
        removed.removeAll(limits);
        stored.clear();
        stored.addAll(limits);
    }

    /** Whether a limit was configured once, and is no more: a process that has not heard of it may make it anew, full. */
    boolean isRemoved(String limit) {
        return removed.contains(limit);
    }

    /** How far any two clocks may be apart. */
    long clocksApartMillis() {
        return 2 * scenario.worstOffsetMillis();
    }

    /** Whether buckets may lie in several shards. */
    boolean divided() {
        return scenario.divided();
    }

    /** How often a limit has begun to be. */
    int epoch(String limit) {
        return epochs.getOrDefault(limit, 1);
    }

    /** The most that a client may give back of a limit in one write. */
    long mayComeBack(String client, String bucket, String limit) {
        return scenario.nothingComesBack() ? 0 : accounts.of(client, bucket, limit).taken;
    }

    /** The latest that a client's clock has shown: a write that is sent again was stamped before a jump, perhaps. */
    long latestWallMillis(Sent sent) {
        return Math.max(sent.wallMillis(), latestWall.getOrDefault(sent.client(), Long.MIN_VALUE));
    }

    void sent(Sent sent) {
        latestWall.merge(sent.client(), sent.wallMillis(), Math::max);
        String bucket = Names.bucket(sent.write().key());
        if (bucket != null) {
            writes.sent(sent, limit -> accounts.of(sent.client(), bucket, limit).debitsUntil(sent.nanos()));
        }
    }

    void landed(Sent sent, @Nullable Item before, @Nullable Item after) {
        String bucket = Names.bucket(sent.write().key());
        BucketView view = BucketView.of(after);
        if (bucket == null || view == null || after == null) {
            return;
        }
        if (world != null) {
            world.trace(after.hashCode(), () -> "  landed from " + sent.client() + ": " + Written.describe(after));
        }
        if (view.shard() == 0) {
            homes.putIfAbsent(bucket, after.key());
        }
        long firstSent = writes.firstSentNanos(sent);
        book(bucket).landed(sent, BucketView.of(before), view, new BucketBook.Allowance() {
            @Override
            public long owe(String limit, BucketView.LimitView limitView) {
                return accounts.mayOwe(sent.client(), bucket, limit, limitView, firstSent);
            }

            @Override
            public long debits(String limit) {
                return writes.debits(sent, limit);
            }
        });
        writes.landed(sent);
        accounts.landed(sent, bucket, firstSent);
    }

    /** A client was shown an item, or that there is none. */
    void looked(String client, Key key, boolean there) {
        String bucket = Names.bucket(key);
        if (bucket == null || Names.shard(key) > 0) {
            return;
        }
        if (there) {
            accounts.foundThere(client, bucket);
        } else {
            accounts.foundGone(client, bucket);
            BucketBook book = books.get(bucket);
            if (book != null) {
                book.foundGone(stored);
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
        String bucket = Names.bucket(sent.write().key());
        if (bucket != null) {
            writes.heard(sent, (limit, milli) -> accounts.of(sent.client(), bucket, limit).unheard -= milli);
        }
    }

    /** A transaction has landed: a split, a merge, or a take from several shards. */
    void landedTogether(List<Sent> sent, List<@Nullable Item> before, List<@Nullable Item> after) {
        if (sent.size() == 2 && transferred(sent, before, after)) {
            return;
        }
        for (int i = 0; i < sent.size(); i++) {
            landed(sent.get(i), before.get(i), after.get(i));
            writes.together(sent.get(i), nowNanos());
        }
    }

    private boolean transferred(List<Sent> sent, List<@Nullable Item> before, List<@Nullable Item> after) {
        String bucket = Names.bucket(sent.get(0).write().key());
        Transfers.Change one =
                new Transfers.Change(sent.get(0), BucketView.of(before.get(0)), BucketView.of(after.get(0)));
        Transfers.Change two =
                new Transfers.Change(sent.get(1), BucketView.of(before.get(1)), BucketView.of(after.get(1)));
        if (bucket == null || !Transfers.is(one, two)) {
            return false;
        }
        if (world != null) {
            world.trace(
                    Objects.hash(before, after),
                    () -> "  moved by " + sent.get(0).client() + ": " + Written.describe(after.get(0)) + " and "
                            + Written.describe(after.get(1)));
        }
        book(bucket).transferred(one, two);
        wrote("TRANSFER " + (two.after() == null ? "MERGED" : "SPLIT"));
        return true;
    }

    private BucketBook book(String bucket) {
        return books.computeIfAbsent(bucket, name -> new BucketBook(name, this));
    }

    /** The first shards of all buckets. */
    List<Key> homes() {
        return List.copyOf(homes.values());
    }

    void submitted(Asked asked) {
        accounts.submitted(asked);
    }

    void granted(Asked asked, boolean degraded) {
        admitted++;
        accounts.ended(asked);
        if (degraded) {
            accounts.degraded(asked);
        } else {
            accounts.granted(asked, books);
            if (scenario.nothingComesBack() && !scenario.divided()) {
                fairness.granted(asked);
            }
            asked.amounts.forEach((limit, milli) -> {
                WindowLaw law = law(asked.buckets.get(0), limit);
                if (scenario.limitsStay() && law != null && milli > 1000L * scenario.capacity(limit)) {
                    violated("above-capacity", "granted: " + asked);
                }
            });
        }
    }

    private @Nullable WindowLaw law(String bucket, String limit) {
        BucketBook book = books.get(bucket);
        return book == null ? null : book.law(limit);
    }

    void refused(Asked asked, boolean contended, long wallMillis) {
        accounts.ended(asked);
        if (scenario.exact() && (contended || refusals.wrong(asked, books, wallMillis))) {
            violated(
                    "wrongly-refused",
                    asked + " though it fits" + (contended ? " (contended)" : "") + ": "
                            + books.get(asked.buckets.get(0)));
        }
    }

    void cancelled(Asked asked) {
        accounts.ended(asked);
    }

    void failed(Asked asked, Throwable failure, boolean unavailable) {
        accounts.ended(asked);
        if (!unavailable) {
            violated("failed", asked + " with " + describe(failure));
        } else if (scenario.faultless()) {
            violated("unavailable", asked + " though the store answers: " + failure);
        }
    }

    void late(Asked asked, String what) {
        violated("progress", asked + " " + what);
    }

    void settled(Asked asked, Map<String, Long> changes) {
        BucketBook book = books.get(asked.buckets.get(0));
        if (book != null
                && book.transferredSince(asked.endedNanos)
                && changes.values().stream().anyMatch(milli -> milli < 0)) {
            wrote("TRANSFER BEFORE_A_REFUND");
        }
        accounts.settled(asked, changes, nowNanos());
    }

    void lost(String client, String bucket, String limit, long milli) {
        Account account = accounts.of(client, bucket, limit);
        if (milli < 0) {
            account.lostGivenBack -= milli;
        } else {
            account.lostDebited += milli;
        }
    }

    /** All is drained. */
    void balance(Set<String> clients) {
        for (String client : clients) {
            accounts.pending(client).forEach(asked -> late(asked, "was never answered"));
        }
        if (scenario.limitsStay()) {
            writes.unexcused((write, limit, milli) -> accounts.of(
                            write.client(),
                            Objects.requireNonNull(Names.bucket(write.write().key())),
                            limit)
                    .unheard -= milli);
            accounts.balance(clients);
        }
        if (scenario.drains) {
            books.forEach((name, book) -> {
                BucketView view = book.view();
                if (view != null) {
                    view.limits().forEach((limit, state) -> drained(name, limit, state));
                }
            });
        }
    }

    /** Less than a token is left. */
    private void drained(String bucket, String limit, BucketView.LimitView state) {
        if (!limit.equals(BucketView.WCU) && state.tk() >= 1000) {
            violated(
                    "undone",
                    state.tk() + " millitokens are left of " + limit + " of " + bucket
                            + ", though more was asked than there was");
        }
    }
}

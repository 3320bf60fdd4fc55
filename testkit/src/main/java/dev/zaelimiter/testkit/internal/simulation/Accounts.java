package dev.zaelimiter.testkit.internal.simulation;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What each client was granted, gave back and took on top, against what landed in its name. At any moment what landed
 * is at least what was granted less what went back: so no lease is without a write, and nothing goes back twice. In the
 * end what landed is exactly that, but for losses that were reported and writes that nobody heard of.
 */
final class Accounts {

    private final Oracle oracle;
    private final NavigableMap<String, Account> accounts = new TreeMap<>();
    private final Map<String, List<Asked>> pending = new TreeMap<>();
    private final Map<String, List<Asked>> waited = new TreeMap<>();
    /** By client and bucket, when a write of the one last landed on the other. */
    private final Map<String, Long> latestNanos = new HashMap<>();

    Accounts(Oracle oracle) {
        this.oracle = oracle;
    }

    Account of(String client, String bucket, String limit) {
        return accounts.computeIfAbsent(id(client, bucket, limit), key -> new Account());
    }

    private static String id(String client, String bucket, String limit) {
        return client + " " + bucket + " " + limit;
    }

    List<Asked> pending(String client) {
        return pending.computeIfAbsent(client, key -> new ArrayList<>());
    }

    void submitted(Asked asked) {
        pending(asked.client).add(asked);
    }

    void ended(Asked asked) {
        asked.done = true;
        asked.endedNanos = oracle.nowNanos();
        pending(asked.client).remove(asked);
        if (asked.waitMillis > 0) {
            waited.computeIfAbsent(asked.client, key -> new ArrayList<>()).add(asked);
        }
    }

    void granted(Asked asked, Map<String, BucketBook> books) {
        for (String bucket : asked.buckets) {
            Boolean charged = oracle.told().charged(asked, bucket);
            if (charged != null && !charged) {
                continue;
            }
            BucketBook book = books.get(bucket);
            if (charged != null && isUncharged(asked, bucket, book)) {
                oracle.violated("uncharged", asked + ", though nothing of it landed on " + bucket);
            }
            asked.amounts.forEach((limit, milli) -> {
                boolean lacked = book == null || !book.presence().everHad(limit);
                if (lacked && milli > 0 && !oracle.erasesBuckets()) {
                    // Nothing was taken of it, and so nothing can go back to it.
                    return;
                }
                boolean skipped = (milli > 0 || !lacked) && mayBeSkipped(asked, bucket, limit);
                if (charged == null
                        || book == null
                        || !book.presence().unchangedSince(limit, asked.submittedNanos)
                        || skipped) {
                    Asked.of(asked.unclear, bucket).add(limit);
                } else if (book.presence().has(limit)) {
                    Asked.of(asked.taken, bucket).add(limit);
                    Account account = of(asked.client, bucket, limit);
                    account.grant(milli);
                    check(account, asked.client, bucket, limit);
                }
            });
        }
    }

    /** Whether nothing of a process has landed on a bucket since a request that takes of it for sure. */
    private boolean isUncharged(Asked asked, String bucket, @Nullable BucketBook book) {
        if (latestNanos.getOrDefault(id(asked.client, bucket, ""), -1L) >= asked.submittedNanos) {
            return false;
        }
        ConfiguredLimits configured = oracle.notes().configured(bucket);
        return asked.amounts.entrySet().stream()
                .filter(amount -> amount.getValue() > 0)
                .map(Map.Entry::getKey)
                .anyMatch(limit -> book == null
                        ? configured.isAlways(limit)
                        : configured.contains(limit)
                                && !mayBeSkipped(asked, bucket, limit)
                                && book.presence().has(limit)
                                && book.presence().unchangedSince(limit, asked.submittedNanos));
    }

    /**
     * Nothing is asked of a limit that was removed by whoever has heard of that, or last saw the bucket without it,
     * though others, who have not heard, give it to the bucket again meanwhile; or though it has been stored again, and
     * others have heard of that.
     */
    private boolean mayBeSkipped(Asked asked, String bucket, String limit) {
        return oracle.notes().mayBeTakenForRemoved(bucket, limit, asked);
    }

    void degraded(Asked asked) {
        for (String bucket : asked.buckets) {
            asked.amounts.forEach((limit, milli) -> of(asked.client, bucket, limit).degraded += milli);
        }
    }

    /** A lease ends: per limit, what it holds in the end less what was taken. */
    void settled(Asked asked, Map<String, Long> changes, long nowNanos) {
        for (String bucket : asked.buckets) {
            Set<String> taken = Asked.of(asked.taken, bucket);
            Set<String> unclear = Asked.of(asked.unclear, bucket);
            changes.forEach((limit, milli) -> {
                if (taken.contains(limit) || (unclear.contains(limit) && mayHave(bucket, limit))) {
                    Account account = of(asked.client, bucket, limit);
                    if (milli > 0) {
                        account.debit(milli, nowNanos);
                    } else {
                        account.giveBack(-milli);
                    }
                }
            });
        }
    }

    /** Whether a bucket may ever hold a limit. One that was not written yet shows nothing of that. */
    private boolean mayHave(String bucket, String limit) {
        return oracle.callsBringLimits() || oracle.notes().configured(bucket).mayBeKnown(limit);
    }

    void foundGone(String client, String bucket) {
        each(client, bucket, (limit, account) -> account.foundGone(asking(client, bucket, limit)));
    }

    /** How much of a limit a client has asked of a bucket, and was not told yet. */
    private long asking(String client, String bucket, String limit) {
        return pending(client).stream()
                .filter(asked -> asked.buckets.contains(bucket))
                .mapToLong(asked -> asked.amounts.getOrDefault(limit, 0L))
                .sum();
    }

    void foundThere(String client, String bucket, boolean heard) {
        each(client, bucket, (limit, account) -> account.foundThere(heard));
    }

    private void each(String client, String bucket, BiConsumer<String, Account> visit) {
        String prefix = id(client, bucket, "");
        for (Map.Entry<String, Account> each : accounts.tailMap(prefix).entrySet()) {
            if (!each.getKey().startsWith(prefix)) {
                return;
            }
            visit.accept(each.getKey().substring(prefix.length()), each.getValue());
        }
    }

    void landed(Sent sent, String bucket, long firstSentNanos) {
        foundThere(sent.client(), bucket, !sent.disrupted());
        latestNanos.put(id(sent.client(), bucket, ""), oracle.nowNanos());
        Map<String, Long> content = Written.consumption(sent.write());
        content.forEach((limit, milli) -> {
            Account account = of(sent.client(), bucket, limit);
            account.land(milli);
            if (sent.disrupted()) {
                account.unheard += Math.max(0, milli);
                oracle.landings().unheard(sent, limit, Math.max(0, milli));
            }
            check(account, sent.client(), bucket, limit);
        });
        // Of a bucket in several shards each has corrections of its own, so that one's write says nothing of another's.
        // What goes back may go alone, while a debit that the store has throttled waits for its next try.
        boolean takes = content.values().stream().anyMatch(milli -> milli > 0);
        if (takes && !sent.disrupted() && !oracle.divided()) {
            each(sent.client(), bucket, (limit, account) -> account.debitsWritten(firstSentNanos));
        }
    }

    private void check(Account account, String client, String bucket, String limit) {
        if (account.unbacked()) {
            oracle.violated(
                    "unbacked",
                    "less landed for " + id(client, bucket, limit) + " than was granted and not given back: "
                            + account);
        }
    }

    /** How far the requests that a client had at an instant may leave a limit in debt. */
    BigInteger mayOwe(String client, String bucket, String limit, StoredBucket.LimitView view, long nanos) {
        BigInteger most = BigInteger.ZERO;
        for (Asked asked : pending(client)) {
            most = most.max(mayOwe(asked, bucket, limit, view));
        }
        List<Asked> ended = waited.getOrDefault(client, List.of());
        // In the order in which they ended, and all the run's are kept.
        for (int i = ended.size() - 1; i >= 0 && ended.get(i).endedNanos >= nanos; i--) {
            most = most.max(mayOwe(ended.get(i), bucket, limit, view));
        }
        return most;
    }

    private static BigInteger mayOwe(Asked asked, String bucket, String limit, StoredBucket.LimitView view) {
        if (asked.waitMillis <= 0 || !asked.buckets.contains(bucket) || asked.amounts.getOrDefault(limit, 0L) <= 0) {
            return BigInteger.ZERO;
        }
        return StoredBucket.times(asked.waitMillis, view.ra()).divide(BigInteger.valueOf(view.rp()));
    }

    /** Everything is written that ever will be: the books must balance. */
    void balance(Set<String> clients) {
        accounts.forEach((id, account) -> {
            String client = id.substring(0, id.indexOf(' '));
            if (clients.contains(client)) {
                if (account.landed - account.most() > 0) {
                    oracle.violated("overcharged", "more landed for " + id + " than was taken: " + account);
                } else if (account.landed - account.least() < 0) {
                    oracle.violated("undercharged", "less landed for " + id + " than was taken: " + account);
                }
            }
        });
    }
}

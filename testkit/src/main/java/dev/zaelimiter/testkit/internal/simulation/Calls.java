package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.Refusal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What clients ask, and what they are told: each of it is shown to the laws that it is a matter of. */
final class Calls {

    private final Scenario scenario;
    private final Oracle oracle;
    private final Fairness fairness;
    private final SiblingLaw siblings;
    private long admitted;

    Calls(Scenario scenario, Oracle oracle) {
        this.scenario = scenario;
        this.oracle = oracle;
        this.fairness = new Fairness(scenario, oracle);
        this.siblings = new SiblingLaw(scenario, oracle);
    }

    /** How many requests were granted. */
    long admitted() {
        return admitted;
    }

    void submitted(Asked asked) {
        oracle.accounts().submitted(asked);
        oracle.bound().asked(asked);
        oracle.notes().asked(asked);
        oracle.hearing().asked(asked);
        oracle.ownDebt().asked(asked);
    }

    private void ended(Asked asked, boolean mayHaveTaken) {
        oracle.accounts().ended(asked);
        if (mayHaveTaken) {
            oracle.hearing().endedAfterTaking(asked);
        } else {
            oracle.hearing().ended(asked);
        }
    }

    void granted(Asked asked, boolean degraded) {
        admitted++;
        oracle.accounts().ended(asked);
        if (degraded) {
            oracle.hearing().endedAfterTaking(asked);
            oracle.accounts().degraded(asked);
        } else {
            oracle.notes().granted(asked);
            oracle.accounts().granted(asked, oracle.landings().books());
            oracle.told().granted(asked, degraded);
            oracle.hearing().granted(asked);
            oracle.ownDebt().granted(asked);
            fairness.granted(asked);
            asked.amounts.forEach((limit, milli) -> {
                WindowLaw law = law(asked.buckets.get(0), limit);
                if (scenario.limitsStay()
                        && !scenario.soft(limit)
                        && law != null
                        && milli > 1000L * scenario.capacity(limit)) {
                    oracle.violated("above-capacity", "granted: " + asked);
                }
            });
        }
    }

    private @Nullable WindowLaw law(String bucket, String limit) {
        BucketBook book = oracle.landings().books().get(bucket);
        return book == null ? null : book.law(limit);
    }

    void refused(Asked asked, Refusal refusal, long wallMillis) {
        boolean contended = refusal.contended();
        ended(asked, oracle.hearing().takesBeforeItIsRefused(asked));
        oracle.told().refused(asked, refusal);
        oracle.told().refusedBy(asked, refusal);
        siblings.refused(asked, refusal);
        oracle.ownDebt().refused(asked);
        oracle.grounds().refused(asked);
        if (contended && oracle.refusals().unopposed(asked, oracle.landings(), scenario.freshnessMillis * 1_000_000)) {
            oracle.violated(
                    "conflict-told", asked + " though nobody took anything, and it was there all the time: " + refusal);
        }
        if (asked.buckets.size() > 1) {
            oracle.bound().corrected(asked);
        }
        fairness.refused(asked, contended);
        if (isExact(asked)
                && (contended
                        || oracle.refusals().wrong(asked, oracle.landings().books(), surely(wallMillis)))) {
            oracle.violated(
                    "wrongly-refused",
                    asked + " though it fits" + (contended ? " (contended)" : "") + ": "
                            + oracle.landings().books().get(asked.buckets.get(0)));
        }
    }

    /** So late it surely is: where a clock may be hours ahead, the laws go by the right time. */
    private long surely(long wallMillis) {
        return oracle.takesBackStamps() ? Math.min(wallMillis, oracle.trueMillis()) : wallMillis;
    }

    /** Of a bucket whose stamp was taken back some time is left out, so that it holds less than was due. */
    private boolean isExact(Asked asked) {
        BucketBook book = oracle.landings().books().get(asked.buckets.get(0));
        return scenario.exact() && (book == null || !book.wasTakenBack());
    }

    void cancelled(Asked asked) {
        ended(asked, true);
        oracle.bound().corrected(asked);
    }

    void failed(Asked asked, Throwable failure) {
        ended(asked, true);
        oracle.bound().corrected(asked);
        if (!oracle.told().rightly(asked, failure)) {
            oracle.violated("failed", asked + " with " + Faults.describe(failure));
        } else if (scenario.faultless() && failure instanceof RateLimiterUnavailableException) {
            oracle.violated("unavailable", asked + " though the store answers: " + failure);
        }
    }

    void late(Asked asked, String what) {
        oracle.violated("progress", asked + " " + what);
    }

    void settled(Asked asked, Map<String, Long> changes) {
        BucketBook book = oracle.landings().books().get(asked.buckets.get(0));
        if (book != null
                && book.transferredSince(asked.endedNanos)
                && changes.values().stream().anyMatch(milli -> milli < 0)) {
            oracle.wrote("TRANSFER BEFORE_A_REFUND");
        }
        oracle.accounts().settled(asked, changes, oracle.nowNanos());
        if (!changes.isEmpty()) {
            oracle.bound().corrected(asked);
        }
        oracle.hearing().settled(asked, changes);
    }

    void lost(String client, String bucket, String limit, long milli) {
        Account account = oracle.accounts().of(client, bucket, limit);
        if (milli < 0) {
            account.lostGivenBack -= milli;
        } else {
            account.lostDebited += milli;
        }
    }
}

package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.Refusal;
import java.math.BigInteger;
import java.time.Duration;

/**
 * Whether the children of one parent leave each other what is theirs: where all that they could ever be let in for, by
 * their own limits, fits into the parent, the parent refuses nobody, however many wait for a child's own tokens.
 *
 * <p>Only where nothing is charged that nobody was let in for, and no more than was asked: no faults, cancels,
 * corrections or changes.
 */
final class SiblingLaw {

    private final Scenario scenario;
    private final Oracle oracle;

    SiblingLaw(Scenario scenario, Oracle oracle) {
        this.scenario = scenario;
        this.oracle = oracle;
    }

    void refused(Asked asked, Refusal refusal) {
        if (!scenario.cascade
                || scenario.parentLimits.isEmpty()
                || !scenario.faultless()
                || !scenario.limitsStay()
                || scenario.refills > 0
                || scenario.crashes + scenario.closes > 0
                || scenario.cancels + scenario.settlesHigher + scenario.takesMore > 0) {
            return;
        }
        for (LimitStatus status : refusal.violations()) {
            if (status.entity().equals(RequestGenerator.PARENT)
                    && asked.amounts.containsKey(status.limit().name())
                    && !refusesItself(asked, refusal, status)) {
                check(asked, status);
            }
        }
    }

    /**
     * Whether the child's own limits refuse the request, for no shorter a time than the parent: then nobody else locks
     * it out. The parent may be short just then: where both looked comfortable both were asked together, and what the
     * child turned out to lack is on its way back.
     */
    private static boolean refusesItself(Asked asked, Refusal refusal, LimitStatus parents) {
        return refusal.violations().stream()
                .anyMatch(own -> own.entity().equals(asked.entity)
                        && (!own.everFits()
                                || (parents.everFits()
                                        && own.retryAfter()
                                                        .orElse(Duration.ZERO)
                                                        .compareTo(parents.retryAfter()
                                                                .orElse(Duration.ZERO))
                                                >= 0)));
    }

    /**
     * Into how many shards the parent was ever divided. What one of them could hold is taken from one alone: it is
     * surely there only where no spread of what is left leaves less in each.
     */
    private long shards(String resource) {
        BucketBook book = oracle.landings().books().get(KeyReader.bucket(RequestGenerator.PARENT, resource));
        return book == null ? 1 : book.mostShards();
    }

    private void check(Asked asked, LimitStatus status) {
        String name = status.limit().name();
        BigInteger most =
                BigInteger.valueOf(status.requested()).multiply(BigInteger.valueOf(shards(status.resource())));
        for (Limit limit : scenario.limits) {
            if (limit.name().equals(name)) {
                // Who was let in a moment ago may have waited until then; each child was full at first; and by clocks
                // that differ each may have had some tokens before their time (decision 085).
                long millis = oracle.nowNanos() / 1_000_000 + scenario.deadlineMillis + oracle.earlyMillis();
                BigInteger refilled = StoredBucket.times(millis, limit.refillAmount())
                        .divide(BigInteger.valueOf(limit.refillPeriod().toMillis()))
                        .add(BigInteger.ONE);
                BigInteger each = refilled.add(BigInteger.valueOf(limit.capacity()));
                most = most.add(each.multiply(BigInteger.valueOf(scenario.entities)));
            }
        }
        long capacity = scenario.parentLimits.stream()
                .filter(limit -> limit.name().equals(name))
                .mapToLong(Limit::capacity)
                .findFirst()
                .orElse(0);
        if (most.compareTo(BigInteger.valueOf(capacity)) <= 0) {
            oracle.violated(
                    "locked-out",
                    asked + " was refused by its parent, which holds enough for all of its children together: "
                            + status);
        }
    }
}

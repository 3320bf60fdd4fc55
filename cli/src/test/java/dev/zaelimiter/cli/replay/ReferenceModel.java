package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Limit;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Token buckets from their definition: slow, exact, and with no line in common with the engine. A balance grows with
 * time at its rate, up to its capacity; a request is admitted if every limit holds what it asks; settling changes a
 * balance by the difference, below zero if need be.
 *
 * <p>A balance is kept in tokens times the refill period in milliseconds, which makes a refill a whole number.
 */
final class ReferenceModel {

    private final List<Limit> limits;
    private final Map<String, Bucket> buckets = new HashMap<>();
    private final List<Due> due = new ArrayList<>();
    private final Map<String, Long> refusedBy = new LinkedHashMap<>();
    private final double[] peakUse;
    private final double[] debtMillis;
    private long admitted;
    private long refused;
    private long never;
    private long longestWait;

    ReferenceModel(List<Limit> limits) {
        this.limits = limits;
        this.peakUse = new double[limits.size()];
        this.debtMillis = new double[limits.size()];
        limits.forEach(limit -> refusedBy.put(limit.name(), 0L));
    }

    /**
     * One request.
     *
     * @param millis when, never running back
     * @param bucket whose
     * @param takes what is asked of each limit
     * @param dueMillis when it is settled
     * @param totals what each limit is settled to
     */
    record Request(long millis, String bucket, List<Long> takes, long dueMillis, List<Long> totals) {}

    void replay(List<Request> requests) {
        for (Request request : requests) {
            replay(request);
        }
        long end = requests.get(requests.size() - 1).millis;
        buckets.values().forEach(bucket -> bucket.refill(end));
    }

    private void replay(Request request) {
        due.stream()
                .filter(d -> d.request.dueMillis <= request.millis)
                .sorted(Comparator.comparingLong(d -> d.request.dueMillis))
                .forEach(this::settle);
        due.removeIf(d -> d.request.dueMillis <= request.millis);

        Bucket bucket = buckets.computeIfAbsent(request.bucket, name -> new Bucket(request.millis));
        bucket.refill(request.millis);
        boolean fits = true;
        boolean everFits = true;
        long wait = 0;
        for (int i = 0; i < limits.size(); i++) {
            BigInteger asked = scaled(i, request.takes.get(i));
            if (asked.signum() > 0 && bucket.balances[i].compareTo(asked) < 0) {
                fits = false;
                refusedBy.merge(limits.get(i).name(), 1L, Long::sum);
                everFits &= request.takes.get(i) <= limits.get(i).capacity();
                wait = Math.max(
                        wait,
                        ceilDiv(
                                asked.subtract(bucket.balances[i]),
                                limits.get(i).refillAmount()));
            }
        }
        if (!fits) {
            refused++;
            never += everFits ? 0 : 1;
            longestWait = everFits ? Math.max(longestWait, wait) : longestWait;
            return;
        }
        admitted++;
        for (int i = 0; i < limits.size(); i++) {
            bucket.balances[i] = bucket.balances[i].subtract(scaled(i, request.takes.get(i)));
        }
        bucket.noteUse();
        due.add(new Due(request, bucket));
    }

    private void settle(Due settlement) {
        settlement.bucket.refill(settlement.request.dueMillis);
        for (int i = 0; i < limits.size(); i++) {
            long more = settlement.request.totals.get(i) - settlement.request.takes.get(i);
            settlement.bucket.balances[i] =
                    settlement.bucket.balances[i].subtract(scaled(i, more)).min(capacity(i));
        }
        settlement.bucket.noteUse();
    }

    /** The fields of the command's JSON that the model can tell. */
    Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("admitted", admitted);
        figures.put("refused", refused);
        figures.put("refused_by", refusedBy);
        figures.put("never_fits", never);
        return figures;
    }

    long longestWait() {
        return longestWait;
    }

    /** The most tokens that were missing from a bucket of this limit. */
    double peakUse(int limit) {
        return peakUse[limit];
    }

    /** For how long buckets of this limit were in debt, summed up. */
    double debtMillis(int limit) {
        return debtMillis[limit];
    }

    private BigInteger capacity(int limit) {
        return scaled(limit, limits.get(limit).capacity());
    }

    private BigInteger scaled(int limit, long tokens) {
        return BigInteger.valueOf(tokens)
                .multiply(BigInteger.valueOf(limits.get(limit).refillPeriod().toMillis()));
    }

    private static long ceilDiv(BigInteger dividend, long divisor) {
        BigInteger[] parts = dividend.divideAndRemainder(BigInteger.valueOf(divisor));
        return parts[0].longValueExact() + (parts[1].signum() > 0 ? 1 : 0);
    }

    private record Due(Request request, Bucket bucket) {}

    private final class Bucket {

        private final BigInteger[] balances = new BigInteger[limits.size()];
        private long stampMillis;

        Bucket(long nowMillis) {
            this.stampMillis = nowMillis;
            for (int i = 0; i < balances.length; i++) {
                balances[i] = capacity(i);
            }
        }

        void refill(long nowMillis) {
            BigInteger elapsed = BigInteger.valueOf(nowMillis - stampMillis);
            stampMillis = nowMillis;
            for (int i = 0; i < balances.length; i++) {
                if (balances[i].signum() < 0) {
                    double paidAfter =
                            -balances[i].doubleValue() / limits.get(i).refillAmount();
                    debtMillis[i] += Math.min(elapsed.doubleValue(), paidAfter);
                }
                BigInteger gained =
                        elapsed.multiply(BigInteger.valueOf(limits.get(i).refillAmount()));
                balances[i] = balances[i].add(gained).min(capacity(i));
            }
        }

        void noteUse() {
            for (int i = 0; i < balances.length; i++) {
                double missing = capacity(i).subtract(balances[i]).doubleValue();
                peakUse[i] = Math.max(
                        peakUse[i], missing / limits.get(i).refillPeriod().toMillis());
            }
        }
    }
}

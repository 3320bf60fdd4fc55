package dev.zaelimiter.dashboard;

import dev.zaelimiter.admin.capacity.LimitView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** One limit over many buckets. Keeps the few that are shown. Sums that would not fit stay at the largest number. */
final class LimitTotals {

    private static final int SHOWN = 10;

    private final String name;
    private final Few busiest = new Few(Comparator.comparingDouble(Bucket::busy));
    private final Few emptiest =
            new Few(Comparator.comparingDouble(Bucket::share).reversed());
    private long buckets;
    private long capacity;
    private long available;
    private long empty;
    private double perSecond;
    private boolean rated;

    LimitTotals(String name) {
        this.name = name;
    }

    /** The limit of one bucket. */
    private record Bucket(
            String entity, LimitView limit, @Nullable Double perSecond) {

        /** Where there is no rate yet, by all that was ever consumed. */
        double busy() {
            return perSecond == null ? limit.consumed() : perSecond;
        }

        double share() {
            return 1 - limit.utilisation();
        }

        Map<String, @Nullable Object> shown() {
            return Json.map(
                    "entity",
                    Json.name(entity),
                    "available",
                    limit.available(),
                    "capacity",
                    limit.limit().capacity(),
                    "consumed",
                    limit.consumed(),
                    "perSecond",
                    perSecond);
        }
    }

    /** Those that come last in an order. */
    private static final class Few {

        private final Comparator<Bucket> order;
        private final PriorityQueue<Bucket> buckets;

        Few(Comparator<Bucket> order) {
            this.order = order.thenComparing(Bucket::entity, Comparator.reverseOrder());
            this.buckets = new PriorityQueue<>(SHOWN + 1, this.order);
        }

        void add(Bucket bucket) {
            buckets.add(bucket);
            if (buckets.size() > SHOWN) {
                buckets.remove();
            }
        }

        List<Map<String, @Nullable Object>> shown() {
            List<Bucket> all = new ArrayList<>(buckets);
            all.sort(order.reversed());
            return all.stream().map(Bucket::shown).toList();
        }
    }

    void add(String entity, LimitView limit, @Nullable Double rate) {
        buckets++;
        capacity = plus(capacity, limit.limit().capacity());
        available = plus(available, limit.available());
        Bucket bucket = new Bucket(entity, limit, rate);
        if (rate != null) {
            rated = true;
            perSecond += rate;
        }
        if (bucket.busy() > 0) {
            busiest.add(bucket);
        }
        if (limit.available() < 1) {
            empty++;
        }
        if (limit.available() < limit.limit().capacity()) {
            emptiest.add(bucket);
        }
    }

    private static long plus(long a, long b) {
        long sum = a + b;
        boolean overflow = ((a ^ sum) & (b ^ sum)) < 0;
        return overflow ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    long available() {
        return available;
    }

    /** Tokens a second; null if nothing was read before. */
    @Nullable
    Double perSecond() {
        return rated ? perSecond : null;
    }

    /** How many buckets have less than one token. */
    long empty() {
        return empty;
    }

    Map<String, @Nullable Object> shown() {
        return Json.map(
                "name",
                Json.name(name),
                "buckets",
                buckets,
                "capacity",
                capacity,
                "available",
                available,
                "empty",
                empty,
                "perSecond",
                perSecond(),
                "busiest",
                busiest.shown(),
                "emptiest",
                emptiest.shown());
    }
}

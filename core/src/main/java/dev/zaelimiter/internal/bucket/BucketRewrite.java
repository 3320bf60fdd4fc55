package dev.zaelimiter.internal.bucket;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans a rewrite: a change of the limits that a bucket holds. It is refilled first, under the old numbers: a lower
 * ceiling then clamps immediately, a higher one fills by refill, a changed period keeps the balance, an added limit
 * starts full. Filled limit by limit, in the order of the layout; used by one thread, once.
 */
public final class BucketRewrite {

    private final BucketImage image;
    private final Gains gains;
    private final List<LimitUpdate> updates = new ArrayList<>();
    private final List<Held> held = new ArrayList<>();

    /**
     * A limit that the bucket holds afterwards.
     *
     * @param update its place among the updates
     * @param by its numbers, alone
     * @param balance what it then holds
     */
    private record Held(int update, Rates by, long balance) {}

    /**
     * Begins with nothing changed.
     *
     * @param image the bucket as last seen
     * @param now one reading of the clock
     */
    public BucketRewrite(BucketImage image, long now) {
        this.image = image;
        this.gains = Gains.of(image, image.rates(), now, null);
    }

    /**
     * Keeps a limit, under new numbers if there are such.
     *
     * @param i its index
     * @param numbers those of the whole limit, or null
     */
    public void keep(int i, @Nullable LimitNumbers numbers) {
        Rates old = image.rates();
        LimitNumbers after = numbers == null
                ? new LimitNumbers(image.stored().cap(i), image.stored().ra(i), old.rp(i))
                : numbers;
        long share = numbers == null ? old.cap(i) : image.share(after.cap());
        // What was used of a budget stays used: it gains what the new one has more, or loses what it has less.
        boolean budget = image.stored().isBudget(i) && after.isBudget();
        long granted = budget ? share - old.cap(i) : 0;
        Accrual accrual = gains.accrual(image, i, budget ? old.cap(i) : Math.min(old.cap(i), share));
        if (i != image.layout().wcu()) {
            held.add(new Held(updates.size(), after.governing(), accrual.balance(image.tk()[i]) + granted));
        }
        updates.add(new LimitUpdate.Kept(
                i,
                accrual.full(),
                accrual.change(granted),
                // Strictly below: a limit that was filled up meanwhile keeps no remainder.
                List.of(accrual.full() ? Bound.atLeast(accrual.turn()) : Bound.below(accrual.turn())),
                Plan.NO_FLOOR,
                scaled(accrual.remainder(), after.rp(), old.rp(i)),
                0,
                numbers));
    }

    /** A remainder under another period: the same part of a millitoken. */
    private static long scaled(long rm, long newPeriod, long oldPeriod) {
        return newPeriod == oldPeriod ? rm : Wide.quotient(Math.multiplyHigh(rm, newPeriod), rm * newPeriod, oldPeriod);
    }

    /**
     * Adds a limit, full.
     *
     * @param name its name
     * @param numbers those of the whole limit
     */
    public void add(String name, LimitNumbers numbers) {
        held.add(new Held(updates.size(), numbers.governing(), numbers.cap()));
        updates.add(new LimitUpdate.Added(name, image.share(numbers.cap()), numbers));
    }

    /**
     * Takes a limit away.
     *
     * @param i its index
     */
    public void remove(int i) {
        updates.add(new LimitUpdate.Removed(i));
    }

    /**
     * The update, which leaves the time to live.
     *
     * @return the plan
     */
    public BucketUpdate plan() {
        return update(Plan.KEEP);
    }

    /**
     * The update with a time to live, or with none also where it can't be told. It counts from the balances that the
     * image shows, also of limits that came with a call. Others may leave deeper debts before this lands, so the
     * conditions prove that each limit is full when the bucket may vanish.
     *
     * @param multiplier times the slowest time to full until an unused bucket may vanish; 0 for never
     * @return the plan
     */
    public BucketUpdate plan(int multiplier) {
        long end = multiplier == 0 ? Plan.NO_END : latestEnd(multiplier);
        for (Held limit : held) {
            if (end != Plan.NO_END && updates.get(limit.update) instanceof LimitUpdate.Kept kept && !kept.replaces()) {
                updates.set(limit.update, lasting(kept, limit.by, end));
            }
        }
        return update(end);
    }

    private LimitUpdate lasting(LimitUpdate.Kept kept, Rates by, long end) {
        return new LimitUpdate.Kept(
                kept.index(),
                kept.replaces(),
                kept.amount(),
                kept.bounds(),
                Lifetime.leastThatLasts(by, 0, -kept.amount(), end, gains.now()),
                kept.remainder(),
                kept.consumed(),
                kept.numbers());
    }

    /** Of a bucket of no limits it is the last moment that is past. */
    private long latestEnd(int multiplier) {
        long latest = Math.floorDiv(gains.now(), 1000L);
        for (Held limit : held) {
            long end = Lifetime.ttlSeconds(limit.by, 0, limit.balance, gains.now(), multiplier);
            if (end == Lifetime.NO_END) {
                return Plan.NO_END;
            }
            latest = Math.max(latest, end);
        }
        return latest;
    }

    private BucketUpdate update(long ttl) {
        return new BucketUpdate(updates, gains.stamp(), image.shardCount(), ttl, image.takenBackAfter(gains.now()));
    }
}

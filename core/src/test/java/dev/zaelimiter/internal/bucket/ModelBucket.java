package dev.zaelimiter.internal.bucket;

import java.util.Arrays;

/**
 * A bucket in a store, as far as plans can tell: evaluates the conditions of a plan and carries out its effects, by the
 * words of {@link Plan} alone. Shares no code with what renders plans into writes.
 */
final class ModelBucket {

    final BucketLayout layout;
    final long[] tk;
    final long[] cap;
    final long[] ra;
    final long[] rp;
    final long[] rm;
    final long[] tc;
    long rf;
    long ttl;
    long wid;

    ModelBucket(BucketLayout layout, long[] tk, long[] cap, long[] ra, long[] rp, long rf) {
        this.layout = layout;
        this.tk = tk.clone();
        this.cap = cap.clone();
        this.ra = ra.clone();
        this.rp = rp.clone();
        this.rm = new long[tk.length];
        Arrays.fill(rm, BucketImage.NO_REMAINDER);
        this.tc = new long[tk.length];
        this.rf = rf;
    }

    /** A bucket of one limit. */
    static ModelBucket of(long tk, long cap, long ra, long rp, long rf) {
        return new ModelBucket(
                new BucketLayout("x"), new long[] {tk}, new long[] {cap}, new long[] {ra}, new long[] {rp}, rf);
    }

    ModelBucket copy() {
        ModelBucket copy = new ModelBucket(layout, tk, cap, ra, rp, rf);
        System.arraycopy(rm, 0, copy.rm, 0, rm.length);
        System.arraycopy(tc, 0, copy.tc, 0, tc.length);
        copy.ttl = ttl;
        copy.wid = wid;
        return copy;
    }

    BucketImage image() {
        return new BucketImage(
                layout,
                tk.clone(),
                new Rates(cap.clone(), ra.clone(), rp.clone()),
                rm.clone(),
                tc.clone(),
                rf,
                1,
                ttl,
                wid,
                false,
                null);
    }

    /** Carries a plan out if its conditions hold; changes nothing if not. */
    boolean apply(BucketImage seen, Plan plan) {
        if (plan instanceof Plan.Move move) {
            return apply(seen, move);
        }
        return plan instanceof Plan.Refill refill && apply(seen, refill);
    }

    /** Carries a plan out if nobody has written since the image was seen; leaves a mark that the next one will see. */
    boolean applyOnce(BucketImage seen, Plan plan, long mark) {
        if (wid != seen.wid() || !apply(seen, plan)) {
            return false;
        }
        wid = mark;
        return true;
    }

    private boolean apply(BucketImage seen, Plan.Move plan) {
        if (!timeToLiveAllows(plan.ttl()) || (plan.stampFloor() != Plan.NO_FLOOR && rf < plan.stampFloor())) {
            return false;
        }
        for (int i = 0; i < tk.length; i++) {
            boolean pinned = plan.consumed()[i] != 0 && i != layout.wcu();
            if ((pinned && !sameRates(seen, i)) || !within(i, plan.floor()[i], plan.ceiling()[i])) {
                return false;
            }
        }
        for (int i = 0; i < tk.length; i++) {
            tk[i] = Math.addExact(tk[i], plan.delta()[i]);
            tc[i] = Math.addExact(tc[i], Counters.step(tc[i], plan.consumed()[i]));
        }
        keepOrSet(plan.ttl());
        return true;
    }

    private boolean apply(BucketImage seen, Plan.Refill plan) {
        if (!timeToLiveAllows(plan.ttl()) || rf != seen.rf()) {
            return false;
        }
        for (int i = 0; i < tk.length; i++) {
            if (!sameRates(seen, i) || rm[i] != seen.rm()[i] || !within(i, plan.floor()[i], plan.ceiling()[i])) {
                return false;
            }
        }
        for (int i = 0; i < tk.length; i++) {
            boolean full = (plan.full() & 1 << i) != 0;
            tk[i] = full ? plan.amount()[i] : Math.addExact(tk[i], plan.amount()[i]);
            tc[i] = Math.addExact(tc[i], Counters.step(tc[i], plan.consumed()[i]));
            // A remainder of 0 where there is none stays unwritten, which reads the same.
            rm[i] = plan.rm()[i] == 0 && rm[i] == BucketImage.NO_REMAINDER ? rm[i] : plan.rm()[i];
        }
        rf = plan.stamp();
        keepOrSet(plan.ttl());
        return true;
    }

    private boolean timeToLiveAllows(long planned) {
        return planned == Plan.KEEP || planned == Plan.NO_END || ttl <= planned;
    }

    private void keepOrSet(long planned) {
        if (planned != Plan.KEEP) {
            ttl = planned;
        }
    }

    private boolean sameRates(BucketImage seen, int i) {
        return cap[i] == seen.rates().cap(i)
                && ra[i] == seen.rates().ra(i)
                && rp[i] == seen.rates().rp(i);
    }

    private boolean within(int i, long floor, long ceiling) {
        return (floor == Plan.NO_FLOOR || tk[i] >= floor) && (ceiling == Plan.NO_CEILING || tk[i] <= ceiling);
    }

    boolean sameAs(ModelBucket that) {
        return Arrays.equals(tk, that.tk)
                && Arrays.equals(rm, that.rm)
                && Arrays.equals(tc, that.tc)
                && rf == that.rf
                && ttl == that.ttl
                && wid == that.wid;
    }

    @Override
    public String toString() {
        return layout + " tk" + Arrays.toString(tk) + " cap" + Arrays.toString(cap) + " ra" + Arrays.toString(ra)
                + " rp" + Arrays.toString(rp) + " rm" + Arrays.toString(rm) + " rf " + rf + " ttl " + ttl;
    }
}

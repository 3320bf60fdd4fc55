package dev.zaelimiter.testkit.internal.simulation;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * What one client and the store owe each other for one limit of one bucket, in millitokens. Sums may leave the range of
 * a long, and come round: only their differences say anything.
 */
final class Account {

    /** Net consumption of the writes that landed. */
    long landed;
    /** What landed writes took, without what others gave back. */
    long taken;
    /** Held by leases that were handed out. */
    long granted;
    /** What leases gave back, and may thus be credited. */
    long givenBack;
    /** What leases took on top, without asking. */
    long debited;
    /** Reported as lost: not given back. */
    long lostGivenBack;
    /** Reported as lost: not taken. */
    long lostDebited;
    /** Held by leases that were handed out without an answer: what lands of those is rightly charged. */
    long degraded;
    /** Was to go back to a bucket that had vanished, which is to say that it was full. */
    long vanished;

    private boolean gone;
    /** The same, whatever has landed since in its name without its hearing of it. */
    private boolean seenGone;
    /** What it was told of that went back to nothing. */
    private long toldGone;
    /** Landed without the client hearing of it, so that it may have been charged again. */
    long unheard;

    /** What landed less what is held of it, exactly: it may go back. */
    private BigInteger unheld = BigInteger.ZERO;

    private final List<Debit> open = new ArrayList<>();

    private record Debit(long milli, long nanos) {}

    /** A write landed that takes so much, net. */
    void land(long milli) {
        landed += milli;
        taken += Math.max(0, milli);
        unheld = unheld.add(BigInteger.valueOf(milli));
    }

    /** A lease was handed out that holds so much. */
    void grant(long milli) {
        granted += milli;
        unheld = unheld.subtract(BigInteger.valueOf(milli));
    }

    void debit(long milli, long nanos) {
        debited += milli;
        open.add(new Debit(milli, nanos));
    }

    /** Corrections that a write may hold that was first sent at an instant. */
    long debitsUntil(long nanos) {
        return open.stream()
                .filter(debit -> debit.nanos <= nanos)
                .mapToLong(Debit::milli)
                .sum();
    }

    void debitsWritten(long nanos) {
        open.removeIf(debit -> debit.nanos < nanos);
    }

    boolean hasOpenDebits() {
        return !open.isEmpty();
    }

    /**
     * The client has found that the bucket is not there: what was to go back to it by then is there already. So much it
     * has asked for, and it may have landed without being granted yet.
     */
    void foundGone(long asking) {
        gone = true;
        seenGone = true;
        // No more than was given back and has not landed. What landed and went back without ever being granted counts
        // there, too,
        // so that is asked only of somebody who may have such a take just now.
        long landedBack = asking > 0 ? taken - landed : 0;
        long underWay = givenBack - landedBack - lostGivenBack - vanished;
        // What is charged and has not landed yet sets off nothing: it lands on the bucket that is made next.
        long over = landed - most() + debitsUntil(Long.MAX_VALUE);
        // What was taken for somebody who was told no is to go back, too.
        vanished += Math.max(0, Math.max(Math.min(underWay, over), over - asking));
    }

    /** The client has made the bucket, or found that it is there, if it heard of it. */
    void foundThere(boolean heard) {
        gone = false;
        seenGone &= !heard;
    }

    /** The client is told that so much did not fit, of what was to go back: to nothing, if that is what it saw last. */
    void told(long milli) {
        toldGone += seenGone ? milli : 0;
        vanished = Math.max(vanished, toldGone);
    }

    /** A lease gives back, to a bucket that is not there as far as its client knows: then nothing is written. */
    void giveBack(long milli) {
        givenBack += milli;
        unheld = unheld.add(BigInteger.valueOf(milli));
        vanished += gone ? milli : 0;
    }

    /** The most that may still go back: what landed without being held by anybody, or what was given back. */
    BigInteger owedBack() {
        return unheld.max(BigInteger.ZERO);
    }

    /** Whether something was granted that no write backs, or given back twice. */
    boolean unbacked() {
        return unheld.signum() < 0;
    }

    /** The most that may have landed when everything is written. */
    long most() {
        return granted + degraded + debited - givenBack + lostGivenBack + vanished + unheard;
    }

    /** The least that must have landed when everything is written. */
    long least() {
        return granted + debited - lostDebited - givenBack;
    }

    @Override
    public String toString() {
        return "landed " + landed + ", granted " + granted + ", given back " + givenBack + " (lost " + lostGivenBack
                + "), debited " + debited + " (lost " + lostDebited + "), landed unheard " + unheard
                + ", given back to nothing " + vanished;
    }
}

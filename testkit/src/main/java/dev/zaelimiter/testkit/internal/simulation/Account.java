package dev.zaelimiter.testkit.internal.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * What one client and the store owe each other for one limit of one bucket, in millitokens. Sums may leave the range of a long,
 * and come round: only their differences say anything.
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
    /** Landed without the client hearing of it, so that it may have been charged again. */
    long unheard;

    private final List<Debit> open = new ArrayList<>();

    private record Debit(long milli, long nanos) {}

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
     * The client has found that the bucket is not there: what was to go back to it by then is there already. It may have asked for
     * something that has landed, and is not granted yet.
     */
    void foundGone(boolean asking) {
        gone = true;
        // No more than was given back and has not landed. What landed and went back without ever being granted counts
        // there, too,
        // so that is asked only of somebody who may have such a take just now.
        long landedBack = asking ? taken - landed : 0;
        long underWay = givenBack - landedBack - lostGivenBack - vanished;
        vanished += Math.max(0, Math.min(underWay, landed - most()));
    }

    /** The client has found that the bucket is there, or has made it. */
    void foundThere() {
        gone = false;
    }

    /** A lease gives back, to a bucket that is not there as far as its client knows: then nothing is written. */
    void giveBack(long milli) {
        givenBack += milli;
        vanished += gone ? milli : 0;
    }

    /** The most that may still go back: what landed without being held by anybody, or what was given back. */
    long owedBack() {
        return Math.max(0, landed - granted + givenBack);
    }

    /** Whether something was granted that no write backs, or given back twice. */
    boolean unbacked() {
        return landed - (granted - givenBack) < 0;
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

package dev.zaelimiter.internal.engine.pipeline;

/** An idle bucket that is known and in line, and for which nobody waits. */
final class StepFacts implements StepInput {
    boolean ended;
    Phase phase = Phase.idle();
    boolean demands;
    boolean looks;
    boolean takersLook;
    boolean loads;
    boolean corrections;
    boolean several;
    boolean seen = true;
    boolean there = true;
    boolean lineageKnown = true;
    boolean limitsKnown = true;
    boolean switchedOff;
    boolean unfollowed;
    boolean limitsStale;
    boolean limitsNeverKept;
    boolean lineageStale;
    boolean limitsAreNew;
    boolean mayRefresh = true;
    boolean limitsUnsettled;
    boolean mayRewrite = true;
    Agreement agreement = Agreement.IN_LINE;
    boolean used;
    boolean mayLook = true;
    boolean stampDamaged;
    boolean missing;
    Division.Due division = Division.Due.NOTHING;
    long holdNanos;

    @Override
    public boolean ended() {
        return ended;
    }

    @Override
    public Phase phase() {
        return phase;
    }

    @Override
    public boolean demands() {
        return demands;
    }

    @Override
    public boolean looks() {
        return looks;
    }

    @Override
    public boolean takersLook() {
        return takersLook;
    }

    @Override
    public boolean loads() {
        return loads;
    }

    @Override
    public boolean corrections() {
        return corrections;
    }

    @Override
    public boolean several() {
        return several;
    }

    @Override
    public boolean seen() {
        return seen;
    }

    @Override
    public boolean there() {
        return there;
    }

    @Override
    public boolean lineageKnown() {
        return lineageKnown;
    }

    @Override
    public boolean limitsKnown() {
        return limitsKnown;
    }

    @Override
    public boolean switchedOff() {
        return switchedOff;
    }

    @Override
    public boolean unfollowed() {
        return unfollowed;
    }

    @Override
    public boolean limitsStale() {
        return limitsStale;
    }

    @Override
    public boolean limitsNeverKept() {
        return limitsNeverKept;
    }

    @Override
    public boolean lineageStale() {
        return lineageStale;
    }

    @Override
    public boolean limitsAreNew() {
        return limitsAreNew;
    }

    @Override
    public boolean mayRefresh() {
        return mayRefresh;
    }

    @Override
    public boolean limitsUnsettled() {
        return limitsUnsettled;
    }

    @Override
    public boolean mayRewrite() {
        return mayRewrite;
    }

    @Override
    public Agreement agreement() {
        return agreement;
    }

    @Override
    public boolean used() {
        return used;
    }

    @Override
    public boolean mayLook() {
        return mayLook;
    }

    @Override
    public boolean missing() {
        return missing;
    }

    @Override
    public boolean stampDamaged() {
        return stampDamaged;
    }

    @Override
    public Division.Due division() {
        return division;
    }

    @Override
    public long holdNanos() {
        return holdNanos;
    }
}

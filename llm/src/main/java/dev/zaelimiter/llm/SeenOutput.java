package dev.zaelimiter.llm;

/**
 * How much of an answer has come back, in tokens. What comes in small pieces is counted in large ones, since each count
 * rounds up. For one lock's holder at a time.
 */
final class SeenOutput {

    private static final int PIECE = 16 * 1024;

    private final Estimates estimates;
    private final StringBuilder uncounted = new StringBuilder();
    private long counted;
    private boolean any;

    SeenOutput(Estimates estimates) {
        this.estimates = estimates;
    }

    void add(String text) {
        if (text.isEmpty()) {
            return;
        }
        any = true;
        uncounted.append(text);
        if (uncounted.length() >= PIECE) {
            count();
        }
    }

    boolean any() {
        return any;
    }

    long tokens() {
        count();
        return counted;
    }

    private void count() {
        if (!uncounted.isEmpty()) {
            counted += estimates.ofOutput(uncounted.toString());
            uncounted.setLength(0);
        }
    }
}

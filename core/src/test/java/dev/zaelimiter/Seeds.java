package dev.zaelimiter;

import java.util.SplittableRandom;

/** Runs a test under many seeds. A failure names its seed; {@code -Dseed=N} runs that one alone. */
public final class Seeds {

    private Seeds() {}

    /** A test of one seed. */
    @FunctionalInterface
    public interface Body {
        void run(SplittableRandom random);
    }

    /**
     * Runs seeds 0 to {@code count - 1}, or the one that was asked for.
     *
     * @param count how many
     * @param body what to run
     */
    public static void each(int count, Body body) {
        Long only = Long.getLong("seed");
        long first = only == null ? 0 : only;
        long end = only == null ? count : only + 1;
        for (long seed = first; seed < end; seed++) {
            try {
                body.run(new SplittableRandom(seed));
            } catch (AssertionError | RuntimeException e) {
                StackTraceElement caller = StackWalker.getInstance()
                        .walk(frames -> frames.skip(1).findFirst())
                        .orElseThrow()
                        .toStackTraceElement();
                String test = caller.getClassName().replaceAll(".*\\.", "") + "#" + caller.getMethodName();
                throw new AssertionError(
                        "seed " + seed + " fails; replay: mvn -pl core test -Dtest='" + test + "' -DargLine=-Dseed="
                                + seed + "\n" + e.getMessage(),
                        e);
            }
        }
    }
}

package dev.zaelimiter.repository;

import dev.zaelimiter.InvalidInputException;

/**
 * How many buckets a repository remembers.
 *
 * @param hot of which so many are ready to be used
 * @param max in all
 */
record BucketNumbers(int hot, int max) {

    private static final int USUALLY_HOT = 10_000;
    private static final int MOST_USUALLY = 1_000_000;

    /** Twice what a bucket takes that is remembered and not hot: half of the heap at most is theirs. */
    private static final int BYTES_EACH = 1024;

    /** Hot ones take ten times as much as the others: on a small heap they are fewer. */
    private static final int REMEMBERED_PER_HOT = 16;

    /** Of what was said, where 0 is for nothing. */
    static BucketNumbers of(int hot, int max, int usualMax) {
        int usual = usualMax == 0 ? usual(Runtime.getRuntime().maxMemory()) : usualMax;
        int most = max == 0 ? Math.max(usual, hot) : max;
        if (hot > most) {
            throw new InvalidInputException("hotBuckets", hot, "1 to maxBuckets, which is " + most);
        }
        int mostHot = max == 0 && usualMax == 0 ? most / REMEMBERED_PER_HOT : most;
        return new BucketNumbers(hot == 0 ? Math.min(USUALLY_HOT, mostHot) : hot, most);
    }

    /** What a heap of so many bytes has room for. */
    static int usual(long heap) {
        return (int) Math.max(USUALLY_HOT, Math.min(MOST_USUALLY, heap / BYTES_EACH));
    }
}

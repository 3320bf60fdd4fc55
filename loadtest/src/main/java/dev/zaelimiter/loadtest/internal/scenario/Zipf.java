package dev.zaelimiter.loadtest.internal.scenario;

import java.util.random.RandomGenerator;

/**
 * Draws places of which the first is drawn twice as often as the second, three times as often as the third, and so on.
 * Immutable.
 */
final class Zipf {

    /** The share of all places up to and with this one, growing to 1. */
    private final double[] upTo;

    Zipf(int places) {
        upTo = new double[places];
        double sum = 0;
        for (int i = 0; i < places; i++) {
            sum += 1.0 / (i + 1);
            upTo[i] = sum;
        }
        for (int i = 0; i < places; i++) {
            upTo[i] /= sum;
        }
    }

    int draw(RandomGenerator random) {
        double drawn = random.nextDouble();
        int low = 0;
        int high = upTo.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (upTo[middle] > drawn) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}

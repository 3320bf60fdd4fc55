package dev.zaelimiter.benchmarks.scale;

/**
 * What is asked of one entity.
 *
 * @param processes how many processes ask
 * @param perSecond how many acquires a second all of them want
 * @param limitPerSecond how many they may have
 * @param warmUpSeconds what is not measured
 * @param measuredSeconds what is
 * @param seed draws the rest
 */
record Load(int processes, long perSecond, long limitPerSecond, int warmUpSeconds, int measuredSeconds, long seed) {

    int seconds() {
        return warmUpSeconds + measuredSeconds;
    }
}

package dev.zaelimiter.internal.bucket;

/**
 * What a plan depends on in addition to image, ask and time.
 *
 * @param shared whether several processes write to the bucket
 * @param othersPerMilli how many refills of others to expect in a millisecond
 * @param ageMillis how old the image is
 * @param roundTripMillis how long an answer takes, about
 * @param writeCost what a write takes of {@code wcu}, in millitokens
 * @param costIsGate whether a write must find its cost there
 * @param ttlMultiplier times the slowest time to full until an unused bucket may vanish; 0 for never
 */
public record PlanContext(
        boolean shared,
        double othersPerMilli,
        long ageMillis,
        long roundTripMillis,
        long writeCost,
        boolean costIsGate,
        int ttlMultiplier) {}

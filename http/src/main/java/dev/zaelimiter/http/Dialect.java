package dev.zaelimiter.http;

/** In which fields a response tells of limits. Each but {@link #NONE} comes with {@code Retry-After} on a refusal. */
public enum Dialect {
    /** {@code RateLimit-Policy} and {@code RateLimit} of draft-ietf-httpapi-ratelimit-headers-11: the default. */
    IETF_11,

    /** The same fields as in draft 8, where the time is the one until the quota is whole again. */
    IETF_8,

    /** The same fields as in draft 7: a dictionary with the one limit that is nearest to its end. */
    IETF_7,

    /** {@code X-RateLimit-Limit} and its siblings as GitHub has them; the reset is in seconds since the epoch. */
    GITHUB,

    /** {@code x-ratelimit-limit-requests} and its siblings as OpenAI has them; the reset reads like {@code 6m0s}. */
    OPENAI,

    /** No field but {@code Retry-After}. */
    NONE
}

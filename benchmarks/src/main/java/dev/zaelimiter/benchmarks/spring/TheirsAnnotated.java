package dev.zaelimiter.benchmarks.spring;

import io.github.resilience4j.ratelimiter.annotation.RateLimiter;

/** A bean with the annotation of Resilience4j, which knows one limiter for all keys. */
public class TheirsAnnotated {

    /**
     * A limited method.
     *
     * @param key whose call it is
     * @return its length
     */
    @RateLimiter(name = "gpt-4")
    public int ask(String key) {
        return key.length();
    }
}

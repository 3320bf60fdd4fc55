package dev.zaelimiter.benchmarks.spring;

import dev.zaelimiter.spring.annotation.RateLimited;

/** A bean with our annotation. */
public class OursAnnotated {

    /**
     * A limited method.
     *
     * @param key whose call it is
     * @return its length
     */
    @RateLimited(
            resource = "gpt-4",
            entity = "#p0",
            take = {"rpm=1", "tpm=50"})
    public int ask(String key) {
        return key.length();
    }
}

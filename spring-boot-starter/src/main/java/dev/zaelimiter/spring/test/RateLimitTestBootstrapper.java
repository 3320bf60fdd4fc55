package dev.zaelimiter.spring.test;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;

/** Starts the slice. */
final class RateLimitTestBootstrapper extends TestSliceTestContextBootstrapper<RateLimitTest> {}

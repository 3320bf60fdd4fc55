package dev.zaelimiter.testkit.internal.simulation;

/**
 * A law that was broken.
 *
 * @param rule which
 * @param what how
 */
public record Violation(String rule, String what) {}

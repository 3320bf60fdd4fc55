package dev.zaelimiter.tests.architecture.embedded;

/** A store. */
public final class AnyStore {}

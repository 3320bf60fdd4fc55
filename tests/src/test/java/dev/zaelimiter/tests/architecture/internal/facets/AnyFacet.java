package dev.zaelimiter.tests.architecture.internal.facets;

/** What no engine may know. */
public final class AnyFacet {}

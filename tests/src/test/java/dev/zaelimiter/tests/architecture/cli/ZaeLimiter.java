package dev.zaelimiter.tests.architecture.cli;

/** What no room of the command line may know. */
public final class ZaeLimiter {}

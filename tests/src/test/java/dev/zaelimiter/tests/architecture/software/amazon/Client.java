package dev.zaelimiter.tests.architecture.software.amazon;

/** Stands for a class of the SDK. */
public final class Client {}

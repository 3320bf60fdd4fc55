package dev.zaelimiter.tests.architecture.internal.engine.pipeline;

/** Any class of a package of the engine. */
public final class AnyPipeline {}

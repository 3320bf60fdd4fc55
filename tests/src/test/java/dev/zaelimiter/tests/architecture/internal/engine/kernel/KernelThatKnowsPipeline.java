package dev.zaelimiter.tests.architecture.internal.engine.kernel;

import dev.zaelimiter.tests.architecture.internal.engine.pipeline.AnyPipeline;

/** Violates: packages of the engine know those below them alone. */
public final class KernelThatKnowsPipeline {

    AnyPipeline pipeline;
}

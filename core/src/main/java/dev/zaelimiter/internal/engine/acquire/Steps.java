package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;

/** An acquire whose steps are brought by others. Safe for use by many threads. */
interface Steps extends Urgency {

    /**
     * Does what is next. Whatever is thrown on the way ends the acquire: its caller hears of it, and what was asked is
     * taken back. Whoever brings the step has others to serve.
     */
    void step(BucketPipeline.Entry next, Outbox out);
}

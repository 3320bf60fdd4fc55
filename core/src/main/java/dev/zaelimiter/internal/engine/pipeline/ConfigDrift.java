package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.pipeline.StepInput.Agreement;
import org.jspecify.annotations.Nullable;

/**
 * Whether one bucket is in line with what is stored for it, and whether that has still to be seen to. Belongs to the
 * one who works the pipeline.
 */
final class ConfigDrift {

    private final Work work;
    /** Somebody has taken something, or given it back, and the bucket may still have to be brought in line. */
    private boolean used;

    ConfigDrift(Work work) {
        this.work = work;
    }

    /** Somebody takes something of the bucket, here or of several shards. */
    void use() {
        used = true;
    }

    boolean used() {
        return used;
    }

    /**
     * Work goes on, or rests, without a rewrite: the bucket is in line as far as is known, or will be when that has
     * been read.
     */
    @SuppressWarnings("ReferenceEquality") // another resolution, equal or not, has yet to be looked at
    void leave(@Nullable Resolution known) {
        if (used && known != null && work.gate.mayRewrite()) {
            used = work.config.refreshing() || work.config.resolution() != known;
        }
    }

    /** Whether the bucket holds what is stored. When its limits were first seen is noted. */
    Agreement agreement(Resolution known) {
        BucketSnapshot seen = work.state.seen();
        if (seen == null || seen.image() == null) {
            return Agreement.IN_LINE;
        }
        work.config.limitsSeen(work.state.limitsVersion());
        if (work.config.agrees(seen, known)) {
            work.gate.foundInLine();
            return Agreement.IN_LINE;
        }
        return work.config.mayRewriteBy(seen, known) ? Agreement.OUT_OF_LINE : Agreement.UNCONFIRMED;
    }

    /** The bucket is at rest. If it has yet to be brought in line, that is left to whoever takes next. */
    void forget() {
        used = false;
    }
}

package dev.zaelimiter.internal.engine;

import dev.zaelimiter.internal.bucket.BucketImage;
import org.jspecify.annotations.Nullable;

/** Tells what of the credits of one bucket did not fit under its ceiling. Belongs to the one who works the pipeline. */
final class Cuts {

    private final Engine engine;
    private final BucketPipeline pipeline;

    Cuts(Engine engine, BucketPipeline pipeline) {
        this.engine = engine;
        this.pipeline = pipeline;
    }

    /** A write has landed. What belonged to a limit that the bucket lacks did not fit either. */
    void landed(Flight flight) {
        BucketImage image = flight.batch.base;
        if (flight.holdsCredit()) {
            flight.batch.credits.amounts().forEach((limit, milli) -> {
                int i = image.layout().indexOf(limit);
                tell(limit, i < 0 ? milli : flight.cut == null ? 0 : flight.cut[i]);
            });
        }
    }

    /** A write of an image has landed that was sent the short way. */
    void landed(BucketImage image, long @Nullable [] cut) {
        for (int i = 0; cut != null && i < cut.length; i++) {
            tell(image.layout().name(i), cut[i]);
        }
    }

    /** None of it can go back: the bucket is not there, and so it is full; or it has none of the limits. */
    void all(Adjustment credits) {
        credits.amounts().forEach(this::tell);
        credits.settled();
    }

    private void tell(String limit, long milli) {
        if (milli > 0) {
            engine.telemetry().cutGiveBack(pipeline.entity(), pipeline.resource(), limit, milli);
        }
    }
}

package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.engine.kernel.Telemetry;
import org.jspecify.annotations.Nullable;

/** Tells what of the credits of one bucket did not fit under its ceiling. Belongs to the one who works the pipeline. */
final class CreditCutReporter {

    private final Telemetry telemetry;
    private final Site site;

    CreditCutReporter(Telemetry telemetry, Site site) {
        this.telemetry = telemetry;
        this.site = site;
    }

    /** A write has landed. What belonged to a limit that the bucket lacks did not fit either. */
    void landed(InFlightWrite flight) {
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
    void all(CorrectionSum credits) {
        credits.amounts().forEach(this::tell);
        credits.settled();
    }

    private void tell(String limit, long milli) {
        if (milli > 0) {
            telemetry.cutGiveBack(site.entity(), site.resource(), limit, milli);
        }
    }
}

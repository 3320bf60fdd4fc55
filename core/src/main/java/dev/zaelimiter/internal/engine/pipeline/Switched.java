package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.Access;
import dev.zaelimiter.Level;
import dev.zaelimiter.ResourceDisabledException;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.guard.OneByOne;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Answers demands where an operator has switched the limits off: to nobody, or for everybody. Belongs to the pipeline.
 */
public final class Switched {

    private final Site site;
    private final Work work;

    Switched(Site site, Work work) {
        this.site = site;
        this.work = work;
    }

    /** Answers all who wait. */
    void answer(Resolution known, Outbox out) {
        List<Demand> all = new ArrayList<>(work.waitlist.pending);
        work.waitlist.pending.clear();
        OneByOne.each(all, demand -> answer(demand, known, out));
    }

    private void answer(Demand demand, Resolution known, Outbox out) {
        if (known.access() == Access.DISABLED) {
            Level.Kind level = Objects.requireNonNull(known.accessLevel());
            demand.finish(new Demand.Outcome.Failed(disabled(site.entity(), site.resource(), level)), out);
        } else {
            bypass(demand, out);
        }
    }

    public static ResourceDisabledException disabled(String entity, String resource, Level.Kind level) {
        return new ResourceDisabledException(entity, resource, level);
    }

    /** Bound to no limit: what no bucket gave, no bucket gets back. */
    private void bypass(Demand demand, Outbox out) {
        int[] nowhere = new int[demand.take.names().length];
        Arrays.fill(nowhere, -1);
        demand.bound = nowhere;
        demand.boundTo = null;
        demand.bypassed = true;
        if (demand.finish(Demand.Outcome.NOW, out) && !demand.probe) {
            CorrectionSum taken = new CorrectionSum();
            for (int k = 0; k < nowhere.length; k++) {
                if (demand.take.amounts()[k] > 0) {
                    taken.add(demand.take.names()[k], demand.take.amounts()[k]);
                }
            }
            if (!taken.amounts().isEmpty()) {
                work.meterQueued(taken);
            }
        }
    }
}

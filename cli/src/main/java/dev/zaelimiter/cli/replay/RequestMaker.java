package dev.zaelimiter.cli.replay;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the requests of one bucket. Many ask the same as the one before, and a request that is used again is the fastest.
 * Not thread-safe.
 */
final class RequestMaker {

    private final Gauges.Bucket.Id id;
    private final Gauges.Plan plan;
    private @Nullable AcquireRequest last;

    RequestMaker(Gauges.Bucket.Id id, Gauges.Plan plan) {
        this.id = id;
        this.plan = plan;
    }

    /**
     * The request of a row.
     *
     * @throws BrokenRowException if the name of the entity or of the resource breaks its rule
     */
    AcquireRequest request(Row row) throws BrokenRowException {
        AcquireRequest request = last;
        if (request == null || !isSame(request, row.amounts())) {
            try {
                AcquireRequest.Builder builder =
                        AcquireRequest.entity(id.entity()).resource(id.resource());
                for (int i = 0; i < plan.size(); i++) {
                    builder.take(plan.limit(i).name(), row.amounts()[plan.source(i)]);
                }
                request = builder.build();
            } catch (InvalidInputException e) {
                throw new BrokenRowException(e);
            }
            last = request;
        }
        return request;
    }

    private boolean isSame(AcquireRequest request, long[] amounts) {
        for (int i = 0; i < plan.size(); i++) {
            if (request.amount(i) != amounts[plan.source(i)]) {
                return false;
            }
        }
        return true;
    }
}

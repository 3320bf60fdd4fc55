package dev.zaelimiter.cli.replay;

import dev.zaelimiter.AcquireRequest;
import org.jspecify.annotations.Nullable;

/**
 * Makes the requests of one bucket. Many ask the same as the one before, and a request that is used again is the
 * fastest. Not thread-safe.
 */
final class RequestMaker {

    private final EntityResource id;
    private final LimitPlan plan;
    private @Nullable AcquireRequest last;

    RequestMaker(EntityResource id, LimitPlan plan) {
        this.id = id;
        this.plan = plan;
    }

    /** The request of a row, whose names were found good. */
    AcquireRequest request(Row row) {
        AcquireRequest request = last;
        if (request == null || !isSame(request, row.amounts())) {
            AcquireRequest.Builder builder = AcquireRequest.entity(RowNames.storedEntity(id.entity()))
                    .resource(RowNames.storedResource(id.resource()));
            for (int i = 0; i < plan.size(); i++) {
                builder.take(plan.limit(i).name(), row.amounts()[plan.source(i)]);
            }
            request = builder.build();
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

package dev.zaelimiter.cli.admin.output;

import dev.zaelimiter.Limit;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A limit in the output of any command. */
public final class LimitFields {

    private LimitFields() {}

    /**
     * A limit.
     *
     * @param limit any
     * @return its fields
     */
    public static Map<String, @Nullable Object> of(Limit limit) {
        return Output.fields(
                "name", limit.name(),
                "capacity", limit.capacity(),
                "refill_amount", limit.refillAmount(),
                "refill_period_seconds", limit.refillPeriod().toSeconds(),
                "soft", limit.soft(),
                "budget", limit.isBudget());
    }
}

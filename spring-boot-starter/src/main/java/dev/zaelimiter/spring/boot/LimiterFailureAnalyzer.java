package dev.zaelimiter.spring.boot;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.RateLimiterException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says at start what is wrong and what to do, instead of a stack trace. */
final class LimiterFailureAnalyzer extends AbstractFailureAnalyzer<RateLimiterException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, RateLimiterException cause) {
        String message = String.valueOf(cause.getMessage());
        if (cause instanceof LimiterPropertyException property) {
            return new FailureAnalysis(message, "Change the property " + property.field() + ".", cause);
        } else if (cause instanceof LimitsAtStartException limits) {
            return new FailureAnalysis(message, limits.action(), cause);
        } else if (cause instanceof CannotOpenException cannot) {
            return new FailureAnalysis(message, toDo(cannot.reason()), cause);
        }
        return null;
    }

    private static String toDo(CannotOpenException.Reason reason) {
        return reason == CannotOpenException.Reason.TABLE_MISSING
                ? "Check zae.limiter.dynamodb.table, region and endpoint; or have it made, by 'zae-limiter deploy' or by"
                        + " zae.limiter.dynamodb.create=true."
                : "The store of the limits can't be opened (" + reason + "): see zae.limiter.store.";
    }
}

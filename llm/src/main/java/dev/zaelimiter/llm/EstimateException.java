package dev.zaelimiter.llm;

import dev.zaelimiter.RateLimiterException;
import org.jspecify.annotations.Nullable;

/**
 * An estimator has thrown, or has returned what is no number of tokens. The call was not made, and nothing was taken.
 * {@link ModelLimiterBuilder#estimateOfLastResort} lets such calls go on.
 */
public final class EstimateException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    EstimateException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

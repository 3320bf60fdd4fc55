package dev.zaelimiter.llm;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.guard.SafeLog;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Asks an estimator, and believes no number that is none. For many threads. */
final class Estimates {

    private static final SafeLog LOG = SafeLog.named("dev.zaelimiter.llm");

    private static final Rarely UNFIT = new Rarely();

    private final TokenEstimator input;
    private final ToLongFunction<ModelPrompt> answer;
    private final @Nullable Long ofLastResort;

    Estimates(TokenEstimator input, ToLongFunction<ModelPrompt> answer, @Nullable Long ofLastResort) {
        this.input = input;
        this.answer = answer;
        this.ofLastResort = ofLastResort;
    }

    /** What a call will cost, or an {@link EstimateException}. */
    Spending of(ModelPrompt prompt) {
        try {
            return Spending.of(
                    checked("the estimator " + input.getClass().getName(), () -> input.tokens(prompt)),
                    checked("the estimate of the answer", () -> answer.applyAsLong(prompt)));
        } catch (EstimateException e) {
            if (ofLastResort == null) {
                throw e;
            }
            tell(e);
            return Spending.of(ofLastResort, 0);
        }
    }

    /**
     * Of something that has come back already: by characters if the estimator fails, since nothing can be refused any
     * more.
     */
    long ofOutput(String text) {
        try {
            return checked("the estimator " + input.getClass().getName(), () -> input.tokens(text));
        } catch (EstimateException e) {
            tell(e);
            return CharacterEstimator.INSTANCE.tokens(text);
        }
    }

    private static void tell(EstimateException e) {
        if (UNFIT.now()) {
            LOG.warn("a call to a model goes on without its estimate", e);
        }
    }

    private interface Estimate {
        long tokens();
    }

    private static long checked(String who, Estimate estimate) {
        long tokens;
        try {
            tokens = estimate.tokens();
        } catch (RuntimeException | LinkageError e) {
            throw new EstimateException(who + " has failed: " + e + ". The call was not made", e);
        }
        if (tokens < 0 || tokens > Limit.MAX_AMOUNT) {
            throw new EstimateException(
                    who + " has returned " + tokens + ". Allowed: 0 to 10^15 tokens. The call was not made", null);
        }
        return tokens;
    }
}

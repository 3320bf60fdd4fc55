package dev.zaelimiter.gatling;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Looks at an answer. */
@FunctionalInterface
public interface LimiterCheck {

    /**
     * Says what is wrong.
     *
     * @param answer of one request
     * @return what is wrong, for Gatling's reports; null if nothing is
     */
    @Nullable
    String problem(LimiterAnswer answer);

    /**
     * The request must be granted.
     *
     * @return a check
     */
    static LimiterCheck granted() {
        return outcome(LimiterAnswer.Outcome.GRANTED);
    }

    /**
     * The request must be refused.
     *
     * @return a check
     */
    static LimiterCheck refused() {
        return outcome(LimiterAnswer.Outcome.REFUSED);
    }

    private static LimiterCheck outcome(LimiterAnswer.Outcome wanted) {
        return answer -> answer.outcome() == wanted ? null : "was " + answer.outcome() + ", not " + wanted;
    }

    /**
     * If it is refused, it may come back soon. Answers of other kinds pass.
     *
     * @param longest how long until it may come back at most
     * @return a check
     */
    static LimiterCheck retryAfterAtMost(Duration longest) {
        return answer -> {
            if (answer.refusal().isEmpty()) {
                return null;
            }
            Duration wait = answer.retryAfter().orElse(null);
            if (wait == null) {
                return "retryAfter: coming back is no use";
            }
            return wait.compareTo(longest) <= 0 ? null : "retryAfter was " + wait + ", more than " + longest;
        };
    }
}

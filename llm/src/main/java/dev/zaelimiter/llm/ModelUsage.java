package dev.zaelimiter.llm;

import dev.zaelimiter.Limit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How many tokens a model says that it has used. Immutable. */
public final class ModelUsage {

    /** It does not say. */
    public static final ModelUsage UNKNOWN = new ModelUsage(0, 0, 0);

    private final long input;
    private final long output;
    private final long total;

    private ModelUsage(long input, long output, long total) {
        this.input = input;
        this.output = output;
        this.total = total;
    }

    /**
     * What a model has said, as it is: models leave numbers out, and some clients write 0 for those.
     *
     * @param input tokens of the prompt, or null
     * @param output tokens of the answer, or null
     * @param total all of them, or null; more than both together where a model counts what it does not show
     * @return {@link #UNKNOWN} if nothing is above 0, or anything is negative; a number above 10^15 counts as that
     */
    public static ModelUsage of(@Nullable Number input, @Nullable Number output, @Nullable Number total) {
        long in = input == null ? 0 : input.longValue();
        long out = output == null ? 0 : output.longValue();
        long sum = total == null ? 0 : total.longValue();
        if (in < 0 || out < 0 || sum < 0) {
            return UNKNOWN;
        }
        in = Math.min(in, Limit.MAX_AMOUNT);
        out = Math.min(out, Limit.MAX_AMOUNT);
        sum = Math.min(Math.max(sum, in + out), Limit.MAX_AMOUNT);
        return sum == 0 ? UNKNOWN : new ModelUsage(in, out, sum);
    }

    /**
     * Whether it says anything.
     *
     * @return false for {@link #UNKNOWN} alone
     */
    public boolean known() {
        return total > 0;
    }

    /**
     * Of the prompt.
     *
     * @return tokens, 0 to 10^15; 0 if it is not said
     */
    public long input() {
        return input;
    }

    /**
     * Of the answer.
     *
     * @return tokens, 0 to 10^15; 0 if it is not said
     */
    public long output() {
        return output;
    }

    /**
     * Of both, and of what is not shown.
     *
     * @return tokens, 0 to 10^15
     */
    public long total() {
        return total;
    }

    /** Of two words about one call the higher numbers: a stream counts up. */
    ModelUsage or(ModelUsage other) {
        return of(Math.max(input, other.input), Math.max(output, other.output), Math.max(total, other.total));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ModelUsage that && input == that.input && output == that.output && total == that.total;
    }

    @Override
    public int hashCode() {
        return Objects.hash(input, output, total);
    }

    @Override
    public String toString() {
        return known() ? input + " + " + output + " of " + total + " tokens" : "unknown";
    }
}

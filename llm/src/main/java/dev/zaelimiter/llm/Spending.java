package dev.zaelimiter.llm;

import dev.zaelimiter.Limit;

/**
 * What a call costs, estimated or used. Sums stop at what a limit can hold. Pure.
 *
 * @param input tokens
 * @param output tokens
 * @param total tokens, both together or more
 */
record Spending(long input, long output, long total) {

    static Spending of(long input, long output) {
        return new Spending(input, output, Math.min(input + output, Limit.MAX_AMOUNT));
    }

    /** What a call has used that the model has answered. */
    static Spending used(ModelUsage usage, Spending estimated, long seen) {
        if (!usage.known()) {
            // Nobody knows, so what was taken stays taken, and more if more was seen.
            return of(estimated.input, Math.max(estimated.output, seen));
        }
        long known = usage.input() + usage.output();
        // A total alone is not divided: each part keeps its estimate.
        return known == 0
                ? new Spending(estimated.input, Math.max(estimated.output, seen), usage.total())
                : new Spending(usage.input(), usage.output(), usage.total());
    }

    /** What a call has used that was broken off: the model has read the prompt, and has written what was seen. */
    static Spending brokenOff(ModelUsage usage, Spending estimated, long seen) {
        long input = usage.input() > 0 ? usage.input() : estimated.input;
        long output = Math.min(Math.max(usage.output(), seen), Limit.MAX_AMOUNT);
        return new Spending(input, output, Math.max(usage.total(), of(input, output).total));
    }

    long of(Quantity quantity) {
        return switch (quantity) {
            case REQUESTS -> 1;
            case TOTAL_TOKENS -> total;
            case INPUT_TOKENS -> input;
            case OUTPUT_TOKENS -> output;
        };
    }
}

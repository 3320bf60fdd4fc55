package dev.zaelimiter.infra;

import dev.zaelimiter.InvalidInputException;

/** Where the code of the function comes from. It is asked only for a stack that has one. */
@FunctionalInterface
public interface FunctionSource {

    /** For a stack without an aggregator. */
    FunctionSource NONE = archives -> {
        throw new InvalidInputException(
                "function", "", "the jar of the aggregator on Lambda, or a stack without the aggregator");
    };

    /**
     * The code.
     *
     * @param archives whether it must be able to write to S3; the jar that can do both, but starts later
     * @return the code
     * @throws InvalidInputException if there is none
     */
    FunctionCode code(boolean archives);
}

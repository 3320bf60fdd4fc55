package dev.zaelimiter.infra;

import dev.zaelimiter.InvalidInputException;

/**
 * The name of the stack of a load test.
 *
 * @param stack of the table, or what stands for it
 * @param label tells several load tests of one table apart; may be empty
 */
record LoadTestName(StackName stack, String label) {

    private static final int LONGEST_LABEL = 32;

    LoadTestName {
        if (!label.matches("[a-zA-Z0-9]?|[a-zA-Z0-9][a-zA-Z0-9-]{0," + (LONGEST_LABEL - 2) + "}[a-zA-Z0-9]")) {
            throw new InvalidInputException(
                    "label", label, "up to 32 letters of ASCII, digits and hyphens, with no hyphen at an end");
        }
    }

    /** At most 97 characters of the 128 that a stack may have. All other names are made of it by CloudFormation. */
    String value() {
        return stack + "-loadtest" + (label.isEmpty() ? "" : "-" + label);
    }

    @Override
    public String toString() {
        return value();
    }
}

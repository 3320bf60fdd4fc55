package dev.zaelimiter.infra;

import java.time.Instant;

/**
 * Something that CloudFormation did.
 *
 * @param at when
 * @param status for example {@code CREATE_COMPLETE}
 * @param resource its name in the template, or that of the stack
 * @param type for example {@code AWS::DynamoDB::Table}
 * @param reason why, or an empty text
 */
public record StackStep(Instant at, String status, String resource, String type, String reason) {

    /**
     * Whether it went wrong.
     *
     * @return true for a resource that could not be made, changed or deleted
     */
    public boolean failed() {
        return status.endsWith("_FAILED");
    }
}

package dev.zaelimiter.infra;

/**
 * What CloudFormation would do to a resource of a stack.
 *
 * @param action {@code Add}, {@code Modify} or {@code Remove}
 * @param resource its name in the template
 * @param type for example {@code AWS::DynamoDB::Table}
 * @param replaced whether another one takes its place, or may
 */
public record PlannedChange(String action, String resource, String type, boolean replaced) {}

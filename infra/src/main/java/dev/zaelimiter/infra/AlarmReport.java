package dev.zaelimiter.infra;

/**
 * An alarm of a stack.
 *
 * @param name for example {@code my-app-aggregator-errors}
 * @param state {@code OK}, {@code ALARM} or {@code INSUFFICIENT_DATA}
 * @param reason what CloudWatch says of it
 */
public record AlarmReport(String name, String state, String reason) {}

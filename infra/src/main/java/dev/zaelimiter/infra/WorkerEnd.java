package dev.zaelimiter.infra;

/**
 * How a worker of a load test came out.
 *
 * @param worker its number
 * @param measured whether it said to the end what it measured
 * @param problem what went wrong, for people; an empty text if nothing did
 */
public record WorkerEnd(int worker, boolean measured, String problem) {}

package dev.zaelimiter.cli.replay;

/**
 * Where figures come from, so that whoever gets them can make them again.
 *
 * @param command the command line
 * @param millis when it ran, in milliseconds since the epoch
 * @param version of the program
 */
record Provenance(String command, long millis, String version) {}

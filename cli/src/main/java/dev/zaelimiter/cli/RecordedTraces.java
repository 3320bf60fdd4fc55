package dev.zaelimiter.cli;

import java.nio.file.Path;
import java.util.List;

/** Reads requests that somebody has recorded, in any format, and writes them as a load test plays them. */
@FunctionalInterface
public interface RecordedTraces {

    /**
     * Reads all of a file.
     *
     * @param file its name
     * @param limits the names of the limits that each request takes of; empty for {@code rpm} and, where the file has
     *     tokens, {@code tpm}
     * @param to where the requests are written in the order of their times: milliseconds since the first, entity,
     *     resource, and {@code limit=amount} for each limit, apart by tabs
     * @throws BadInputException if the file can't be used
     */
    void write(String file, List<String> limits, Path to);
}

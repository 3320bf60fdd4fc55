package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.BadInputException;
import java.util.List;

/** A file that can be read in several ways that give other results: which one is meant, only the user can say. */
final class TwoReadingsException extends BadInputException {

    private static final long serialVersionUID = 1L;

    private final List<String> options;

    /**
     * A file with several readings.
     *
     * @param message what is not clear, and why
     * @param options what makes each of them clear, as it stands on a command line
     */
    TwoReadingsException(String message, List<String> options) {
        super(message);
        this.options = List.copyOf(options);
    }

    /** What the command lines would have in addition, one for each reading. */
    List<String> options() {
        return options;
    }
}

package dev.zaelimiter.cli;

/** A command that knows where it writes to, and whom it can ask; its subcommands ask it. */
public interface OnTerminal {

    /**
     * What standard output can show.
     *
     * @return the same each time
     */
    Terminal terminal();

    /**
     * Who can be asked.
     *
     * @return the same each time
     */
    default Prompt prompt() {
        return Prompt.NOBODY;
    }

    /**
     * Who reads what is stored.
     *
     * @return the same each time
     */
    default LimitsOfStores limitsOfStores() {
        return (store, namespace, region, endpoint) -> {
            throw new BadInputException("stores can't be read here");
        };
    }

    /**
     * Who reads recorded requests.
     *
     * @return the same each time
     */
    default RecordedTraces recordedTraces() {
        return (file, limits, to) -> {
            throw new BadInputException("recorded requests can't be read here");
        };
    }
}

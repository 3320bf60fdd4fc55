package dev.zaelimiter.cli.replay;

/** Where a row's value comes from. */
sealed interface ValuePlace {

    /**
     * A column of the file.
     *
     * @param index from 0
     * @param name as the header has it
     */
    record Column(int index, String name) implements ValuePlace {}

    /**
     * The same value for each row.
     *
     * @param value the value
     */
    record Constant(String value) implements ValuePlace {}
}

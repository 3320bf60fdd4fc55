package dev.zaelimiter.cli;

/** The forms of output; their names are those of the option. */
public enum OutputForm {
    /** Aligned columns, for people. */
    table,
    /** One JSON value in a line, for programs. */
    json,
    /** Comma-separated values below a line of names, for spreadsheets. */
    csv
}

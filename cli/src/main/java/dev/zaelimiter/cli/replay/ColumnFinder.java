package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.Text;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Finds columns in one header: by the name given, or by what they are usually called. */
final class ColumnFinder {

    private final List<String> header;

    ColumnFinder(List<String> header) {
        this.header = header;
    }

    /**
     * The column with a name.
     *
     * @param option who asks, for the message
     * @param name as the header has it; or, if only one column fits, in another case and with other signs
     * @throws BadInputException listing the columns, if there is no such one
     */
    Cell.Column named(String option, String name) {
        int exact = header.indexOf(name);
        if (exact >= 0) {
            return column(exact);
        }
        String plain = ColumnNames.plain(name);
        int[] alike = IntStream.range(0, header.size())
                .filter(i ->
                        !plain.isEmpty() && ColumnNames.plain(header.get(i)).equals(plain))
                .toArray();
        if (alike.length == 1) {
            return column(alike[0]);
        }
        throw new BadInputException(
                option + ": there is no column " + Text.quoted(name) + "; " + columns() + separatorAdvice());
    }

    /** Whether there is a column of exactly this name. */
    boolean has(String name) {
        return header.contains(name);
    }

    /** The column that an option names; without the option, the one that is likely to have this meaning, or null. */
    Cell.@Nullable Column find(String option, @Nullable String name, ColumnNames meaning) {
        if (name != null) {
            return named(option, name);
        }
        OptionalInt index = meaning.find(header);
        return index.isPresent() ? column(index.getAsInt()) : null;
    }

    /**
     * The column of times.
     *
     * @param name what the option says, or null
     * @throws BadInputException if there is none
     */
    Cell.Column time(@Nullable String name) {
        Cell.Column time = find("--time-column", name, ColumnNames.TIME);
        if (time == null) {
            throw new BadInputException("no column looks like a time: say which one with --time-column; " + columns()
                    + " (the first line of the file has to be its header)" + separatorAdvice());
        }
        return time;
    }

    /**
     * A column, or the same value for all rows.
     *
     * @param kind {@code entity} or {@code resource}, as in the names of the options
     * @param constant what {@code --kind} says, or null
     * @param name what {@code --kind-column} says, or null
     * @param meaning what the column is usually called
     */
    Cell columnOrConstant(String kind, @Nullable String constant, @Nullable String name, ColumnNames meaning) {
        if (constant == null) {
            Cell column = find("--" + kind + "-column", name, meaning);
            return column == null ? new Cell.Constant(Columns.EVERYTHING) : column;
        }
        return new Cell.Constant(constant);
    }

    private String columns() {
        return header.size() == 1
                ? "the only column is " + Text.quoted(header.get(0))
                : "the columns are " + Text.quotedList(header);
    }

    /** Spreadsheets of many countries put semicolons where others put commas. */
    private String separatorAdvice() {
        String all = String.join("", header);
        String separators = all.contains(";") ? "semicolons" : all.contains("\t") ? "tabs" : null;
        return separators == null ? "" : "; is the file separated by " + separators + "? Only commas are understood";
    }

    private Cell.Column column(int index) {
        return new Cell.Column(index, header.get(index));
    }
}

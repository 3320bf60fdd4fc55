package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Limit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes a request of each row. Not thread-safe. */
final class RowReader {

    private final Columns columns;
    private final Take[] takes;
    private final TimeParser times;
    private final long expectedOutput;
    private final Name entity;
    private final Name resource;
    private final Row row;
    private long unanswered;

    RowReader(Columns columns, ReadingOptions options) {
        this.columns = columns;
        this.takes = columns.takes().toArray(Take[]::new);
        this.times = columns.time().parser();
        this.expectedOutput = options.expectOutput;
        this.entity = Name.of("entity", columns.entity(), columns.prefix());
        this.resource = Name.of("resource", columns.resource(), null);
        this.row = new Row(takes.length);
        row.answered = columns.answer() != null;
    }

    /**
     * Reads one row.
     *
     * @param cells what the file holds
     * @return the request, the same object for each
     * @throws BrokenRowException if a cell is missing or can't be read
     */
    Row read(RowCells cells) throws BrokenRowException {
        cells.require(columns.count());
        row.millis = millis(cells);
        long estimate = 0;
        Columns.AnswerColumns answer = columns.answer();
        if (answer != null) {
            long input = answer.input() instanceof ValuePlace.Column column ? WholeTokens.parse(column, cells) : 0;
            long output = isUnanswered(cells, answer.output()) ? 0 : WholeTokens.parse(answer.output(), cells);
            estimate = total(input, expectedOutput);
            row.outputTokens = output;
            row.totalTokens = total(input, output);
        }
        long[] amounts = row.amounts();
        for (int i = 0; i < takes.length; i++) {
            amounts[i] = takes[i].amount(cells, estimate);
        }
        row.entity = entity.in(cells);
        row.resource = resource.in(cells);
        return row;
    }

    private long millis(RowCells cells) throws BrokenRowException {
        TimeColumn time = columns.time();
        ValuePlace.Column date = time.date();
        return date == null
                ? times.parseMillis(cells, time.column().index())
                : times.parseMillis(cells, date.index(), time.column().index());
    }

    /** Whether a row says nothing of an answer: it failed, or was refused, and used the tokens of its request alone. */
    private boolean isUnanswered(RowCells cells, ValuePlace.Column output) {
        boolean none = cells.isMissing(output.index()) || cells.start(output.index()) >= cells.end(output.index());
        unanswered += none ? 1 : 0;
        return none;
    }

    /** A list for what is wrong with rows. */
    Intake newIntake() {
        return new Intake(columns.masked());
    }

    /** How many rows said nothing of their answer. */
    long unanswered() {
        return unanswered;
    }

    /** An empty batch for the rows that are read here. */
    RowBatch newBatch() {
        return new RowBatch(columns.takes(), row.answered);
    }

    /** Whether the first rows of the file run backwards. */
    boolean newestFirst() {
        return columns.time().reading().newestFirst();
    }

    /** An empty sorter for the rows that are read here. */
    RowSorter newSorter() {
        return new RowSorter(columns.takes(), row.answered, newestFirst());
    }

    private static long total(long input, long output) throws BrokenRowException {
        long total = input + output;
        if (total > Limit.MAX_AMOUNT) {
            throw new BrokenRowException("the sum of tokens", Long.toString(total), WholeTokens.RULE);
        }
        return total;
    }

    /**
     * Where a name comes from.
     *
     * @param field which one, for messages
     * @param constant the same for each row, or null
     * @param column its index
     * @param cache the names lately seen
     */
    private record Name(String field, @Nullable String constant, int column, NameCache cache) {

        static Name of(String field, ValuePlace cell, @Nullable Integer prefix) {
            UnaryOperator<String> reading =
                    prefix == null ? UnaryOperator.identity() : text -> ClientAddress.nameOf(text, prefix);
            NameCache cache = new NameCache(reading);
            return cell instanceof ValuePlace.Column column
                    ? new Name(field, null, column.index(), cache)
                    : new Name(field, ((ValuePlace.Constant) cell).value(), 0, cache);
        }

        String in(RowCells cells) throws BrokenRowException {
            if (constant != null) {
                return constant;
            }
            if (cells.isMissing(column)) {
                throw new BrokenRowException(field, null, "a name");
            }
            return cache.in(cells, column);
        }
    }
}

package dev.zaelimiter.cli;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a request of each row. Not thread-safe. */
final class RowReader {

    private final Columns columns;
    private final TimeParser times;
    private final long expectedOutput;
    private final List<String> limits;
    private final long[] amounts;
    private @Nullable AcquireRequest last;

    RowReader(Columns columns, List<Limit> limits, ReadingOptions options) {
        this.columns = columns;
        this.times = new TimeParser(columns.time().name(), options.timeUnit);
        this.expectedOutput = options.expectOutput;
        this.limits = limits.stream().map(Limit::name).toList();
        this.amounts = new long[limits.size()];
    }

    /**
     * Reads one row.
     *
     * @param row what the file holds
     * @return the request
     * @throws BrokenRowException if a cell is missing or can't be read
     */
    Row read(CsvRow row) throws BrokenRowException {
        if (row.size() != columns.count()) {
            throw new BrokenRowException(
                    "the number of columns",
                    Integer.toString(row.size()),
                    "as many as in the header, " + columns.count());
        }
        long millis = times.parseMillis(columns.time().in(row));
        long estimate = 0;
        Row.Answer answer = null;
        Columns.AnswerColumns answerColumns = columns.answer();
        if (answerColumns != null) {
            long input = tokens(answerColumns.input(), row);
            long output = tokens(answerColumns.output(), row);
            estimate = total(input, expectedOutput);
            answer = new Row.Answer(output, total(input, output));
        }
        for (int i = 0; i < amounts.length; i++) {
            amounts[i] = columns.takes().get(i).amount(row, estimate);
        }
        return new Row(
                millis, request(columns.entity().in(row), columns.resource().in(row)), answer);
    }

    private static long tokens(Cell cell, CsvRow row) throws BrokenRowException {
        String name = cell instanceof Cell.Column column ? column.name() : "tokens";
        return WholeTokens.parse(name, cell.in(row));
    }

    private static long total(long input, long output) throws BrokenRowException {
        long total = input + output;
        if (total > Limit.MAX_AMOUNT) {
            throw new BrokenRowException("the sum of tokens", Long.toString(total), WholeTokens.RULE);
        }
        return total;
    }

    /** Many rows ask the same as the row before; a request that is used again is the fastest. */
    private AcquireRequest request(String entity, String resource) throws BrokenRowException {
        AcquireRequest request = last;
        if (request == null || !isSame(request, entity, resource)) {
            try {
                AcquireRequest.Builder builder = AcquireRequest.entity(entity).resource(resource);
                for (int i = 0; i < amounts.length; i++) {
                    builder.take(limits.get(i), amounts[i]);
                }
                request = builder.build();
            } catch (InvalidInputException e) {
                throw new BrokenRowException(e);
            }
            last = request;
        }
        return request;
    }

    private boolean isSame(AcquireRequest request, String entity, String resource) {
        for (int i = 0; i < amounts.length; i++) {
            if (request.amount(i) != amounts[i]) {
                return false;
            }
        }
        return request.entity().equals(entity) && request.resource().equals(resource);
    }
}

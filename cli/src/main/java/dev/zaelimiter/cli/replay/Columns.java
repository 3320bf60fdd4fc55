package dev.zaelimiter.cli.replay;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.cli.BadInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which column means what: as the options say, else guessed from the names.
 *
 * @param count how many columns a row must have
 * @param limits the names of the limits
 * @param time when
 * @param entity who
 * @param resource on what
 * @param takes what a row takes of each limit, in the order of the limits
 * @param answer the tokens to be settled, or null if no limit takes an estimate
 * @param prefix how many bits of an IPv6 address make an entity, or null if entities are no addresses
 */
record Columns(
        int count,
        List<String> limits,
        Cell.Column time,
        Cell entity,
        Cell resource,
        List<Take> takes,
        @Nullable AnswerColumns answer,
        @Nullable Integer prefix) {

    /** The one entity, or resource, of a file that has no column for it. */
    static final String EVERYTHING = "all";

    private static final Set<String> TOKEN_LIMITS = Set.of("tpm", "tps", "tph", "tpd");

    /**
     * Where the tokens of a request and of its answer stand.
     *
     * @param input the tokens of the request, known before
     * @param output the tokens of the answer, known after it
     */
    record AnswerColumns(Cell input, Cell.Column output) {}

    /**
     * Finds the columns of a file.
     *
     * @param header its column names
     * @param options what was said of them
     * @param limits the names of what rows take of, no name twice
     * @param said what they take, as far as it was said
     * @return the columns
     * @throws InvalidInputException naming the option, if a value breaks a rule
     * @throws BadInputException if a column is not there
     */
    static Columns resolve(
            List<String> header, ReadingOptions options, List<String> limits, Map<String, TakeOption> said) {
        ColumnFinder finder = new ColumnFinder(header);
        Cell.Column time = finder.time(options.timeColumn);
        Cell entity = finder.columnOrConstant("entity", options.entity, options.entityColumn, ColumnNames.ENTITY);
        Cell resource =
                finder.columnOrConstant("resource", options.resource, options.resourceColumn, ColumnNames.RESOURCE);
        requireLegal(entity, resource);

        Cell.Column input = finder.find("--input-column", options.inputColumn, ColumnNames.INPUT_TOKENS);
        Cell.Column output = finder.find("--output-column", options.outputColumn, ColumnNames.OUTPUT_TOKENS);
        Cell.Column total = finder.find("", null, ColumnNames.TOTAL_TOKENS);
        Take tokens = new Take.Fixed(1);
        if (output != null) {
            tokens = new Take.Estimated();
        } else if (total != null) {
            tokens = new Take.Exactly(total);
        } else if (input != null) {
            tokens = new Take.Exactly(input);
        }

        List<Take> takes = new ArrayList<>();
        for (String limit : limits) {
            TakeOption option = said.get(limit);
            if (option != null) {
                takes.add(option.resolve(finder));
            } else {
                takes.add(takesTokens(limit) ? tokens : new Take.Fixed(1));
            }
        }
        AnswerColumns answer = null;
        if (output != null && takes.stream().anyMatch(Take.Estimated.class::isInstance)) {
            answer = new AnswerColumns(input == null ? new Cell.Constant("0") : input, output);
        }
        return new Columns(
                header.size(),
                List.copyOf(limits),
                time,
                entity,
                resource,
                List.copyOf(takes),
                answer,
                prefix(entity, options));
    }

    private static @Nullable Integer prefix(Cell entity, ReadingOptions options) {
        if (!(entity instanceof Cell.Column column)) {
            return null;
        }
        boolean isAddress = ColumnNames.ADDRESS.has(column.name());
        return options.ipv6Prefix == null && isAddress
                ? Integer.valueOf(ClientAddress.USUAL_PREFIX)
                : options.ipv6Prefix;
    }

    /** Whether a limit's name says that it counts the tokens of a language model. */
    static boolean takesTokens(String limit) {
        String name = limit.toLowerCase(Locale.ROOT);
        return TOKEN_LIMITS.contains(name) || name.contains("token");
    }

    /** A constant that breaks a rule would break every row; better to say so at once. */
    private static void requireLegal(Cell entity, Cell resource) {
        String who = entity instanceof Cell.Constant constant ? constant.value() : EVERYTHING;
        AcquireRequest.Builder request = AcquireRequest.entity(who);
        if (resource instanceof Cell.Constant constant) {
            request.resource(constant.value());
        }
    }
}

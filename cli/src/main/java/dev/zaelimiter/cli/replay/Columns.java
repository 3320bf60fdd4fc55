package dev.zaelimiter.cli.replay;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.NameEncoding;
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
 * @param masked whether names of entities are not to be shown
 * @param explanation how they were told from each other
 */
record Columns(
        int count,
        List<String> limits,
        TimeColumn time,
        ValuePlace entity,
        ValuePlace resource,
        List<Take> takes,
        @Nullable AnswerColumns answer,
        @Nullable Integer prefix,
        boolean masked,
        ColumnExplanation explanation) {

    /** The one entity, or resource, of a file that has no column for it. */
    static final String EVERYTHING = "all";

    private static final Set<String> TOKEN_LIMITS = Set.of("tpm", "tps", "tph", "tpd");

    /**
     * Where the tokens of a request and of its answer stand.
     *
     * @param input the tokens of the request, known before
     * @param output the tokens of the answer, known after it
     */
    record AnswerColumns(ValuePlace input, ValuePlace.Column output) {}

    /**
     * Finds the columns of a file that nobody looked into.
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
        return resolve(header, Sample.NONE, options, limits, said);
    }

    /**
     * Finds the columns of a file.
     *
     * @param header its column names
     * @param sample its first rows
     * @param options what was said of them
     * @param limits the names of what rows take of, no name twice
     * @param said what they take, as far as it was said
     * @return the columns
     * @throws InvalidInputException naming the option, if a value breaks a rule
     * @throws BadInputException if a column is not there
     * @throws TwoReadingsException if the file can be read in several ways
     */
    static Columns resolve(
            List<String> header,
            Sample sample,
            ReadingOptions options,
            List<String> limits,
            Map<String, TakeOption> said) {
        ColumnFinder finder = new ColumnFinder(header, sample);
        TimeColumn time = TimeColumn.find(finder, options.timeColumn, options.timeUnit);
        ValuePlace entity = EntityColumn.find(finder, text(NameEncoding.ENTITY, options.entity), options.entityColumn);
        ValuePlace resource = finder.columnOrConstant(
                "resource",
                text(NameEncoding.RESOURCE, options.resource),
                options.resourceColumn,
                ColumnNames.RESOURCE);

        boolean needed = limits.stream().anyMatch(limit -> takesTokens(limit) && !said.containsKey(limit));
        ValuePlace.Column input =
                finder.find("input", "--input-column", options.inputColumn, ColumnNames.INPUT_TOKENS, needed);
        ValuePlace.Column output =
                finder.find("output", "--output-column", options.outputColumn, ColumnNames.OUTPUT_TOKENS, needed);
        ValuePlace.Column total = finder.find("total", "", null, ColumnNames.TOTAL_TOKENS, false);
        List<Take> takes = takes(limits, said, tokens(input, output, total), finder);
        AnswerColumns answer = null;
        if (output != null && takes.stream().anyMatch(Take.Estimated.class::isInstance)) {
            answer = new AnswerColumns(input == null ? new ValuePlace.Constant("0") : input, output);
        }
        return new Columns(
                header.size(),
                List.copyOf(limits),
                time,
                entity,
                resource,
                List.copyOf(takes),
                answer,
                prefix(entity, options, finder),
                Mask.isNeeded(options.mask, entity, sample),
                new ColumnExplanation(sample.rows(), time.reading(), finder.roles()));
    }

    /** What a row takes of a limit of tokens of which nothing was said. */
    private static Take tokens(
            ValuePlace.@Nullable Column input, ValuePlace.@Nullable Column output, ValuePlace.@Nullable Column total) {
        if (output != null) {
            return new Take.Estimated();
        }
        ValuePlace.Column column = total != null ? total : input;
        return column != null ? new Take.Exactly(column) : new Take.Fixed(1);
    }

    private static List<Take> takes(
            List<String> limits, Map<String, TakeOption> said, Take tokens, ColumnFinder finder) {
        List<Take> takes = new ArrayList<>();
        for (String limit : limits) {
            TakeOption option = said.get(limit);
            if (option != null) {
                takes.add(option.resolve(finder));
            } else {
                takes.add(takesTokens(limit) ? tokens : new Take.Fixed(1));
            }
        }
        return takes;
    }

    /** Whoever types a name as it is stored means the text that it was made of: those are what a file holds. */
    private static @Nullable String text(NameEncoding kind, @Nullable String typed) {
        return typed == null ? null : kind.decode(typed);
    }

    private static @Nullable Integer prefix(ValuePlace entity, ReadingOptions options, ColumnFinder finder) {
        if (!(entity instanceof ValuePlace.Column column)) {
            return null;
        }
        boolean isAddress = EntityColumn.isAddress(finder, column);
        return options.ipv6Prefix == null && isAddress
                ? Integer.valueOf(ClientAddress.USUAL_PREFIX)
                : options.ipv6Prefix;
    }

    /** Whether a limit's name says that it counts the tokens of a language model. */
    static boolean takesTokens(String limit) {
        String name = limit.toLowerCase(Locale.ROOT);
        return TOKEN_LIMITS.contains(name) || name.contains("token");
    }
}

package dev.zaelimiter.cli;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What each row takes of one limit, as {@code LIMIT=N} or {@code LIMIT=COLUMN}: a text of digits only is a number.
 *
 * @param limit the limit's name
 * @param source a number or the name of a column
 */
record TakeOption(String limit, String source) {

    static final String SYNTAX = "LIMIT=COLUMN|N";

    static Map<String, TakeOption> parseAll(List<String> texts, List<Limit> limits) {
        List<String> names = limits.stream().map(Limit::name).toList();
        Map<String, TakeOption> takes = new LinkedHashMap<>();
        for (String text : texts) {
            TakeOption take = parse(text);
            if (!names.contains(take.limit)) {
                throw new InvalidInputException(
                        "--take " + text + ": limit",
                        take.limit,
                        "a limit given with --limit: " + String.join(", ", names));
            }
            if (takes.put(take.limit, take) != null) {
                throw new InvalidInputException("--take " + text + ": limit", take.limit, "each limit once");
            }
        }
        return takes;
    }

    private static TakeOption parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            throw new InvalidInputException("--take", text, SYNTAX + ", for example rpm=1 or bytes=response_size");
        }
        return new TakeOption(text.substring(0, equals), text.substring(equals + 1));
    }

    /**
     * What it means for a file.
     *
     * @param finder the file's columns
     * @return a number, or a column
     * @throws InvalidInputException if the number is too large
     * @throws BadInputException if there is no such column
     */
    Take resolve(ColumnFinder finder) {
        if (!source.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return new Take.Exactly(finder.named("--take " + limit + "=" + source, source));
        }
        try {
            return new Take.Fixed(WholeTokens.parse("amount", source));
        } catch (BrokenRowException e) {
            throw new InvalidInputException("--take " + limit + "=" + source + ": amount", source, WholeTokens.RULE);
        }
    }
}

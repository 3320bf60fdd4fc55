package dev.zaelimiter.cli.replay;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What each row takes of one limit, as {@code LIMIT=N} or {@code LIMIT=COLUMN}: a text of digits only is a number, and
 * so is what looks like one but is no column.
 *
 * @param limit the limit's name
 * @param source a number or the name of a column
 */
record TakeOption(String limit, String source) {

    private static final String DIGITS = "[0-9]+";
    private static final String LIKE_A_NUMBER = "[-+]?[.,]?[0-9][0-9.,_eE+-]*";

    static final String SYNTAX = "LIMIT=COLUMN|N";

    static Map<String, TakeOption> parseAll(List<String> texts, List<String> names) {
        Map<String, TakeOption> takes = new LinkedHashMap<>();
        for (String text : texts) {
            TakeOption take = parse(text);
            if (!names.contains(take.limit)) {
                throw new InvalidInputException(
                        "--take " + text + ": limit", take.limit, "a limit that there is: " + String.join(", ", names));
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
     * @throws InvalidInputException if the number is no number of tokens
     * @throws BadInputException if there is no such column
     */
    Take resolve(ColumnFinder finder) {
        if (!source.matches(DIGITS) && (finder.has(source) || !source.matches(LIKE_A_NUMBER))) {
            return new Take.Exactly(finder.named(Text.visible("--take " + limit + "=" + source), source));
        }
        try {
            return new Take.Fixed(WholeTokens.parse("amount", source));
        } catch (BrokenRowException e) {
            throw new InvalidInputException("--take " + limit + "=" + source + ": amount", source, WholeTokens.RULE);
        }
    }
}

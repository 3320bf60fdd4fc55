package dev.zaelimiter.cli.admin.take;

import dev.zaelimiter.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Amounts of limits, as options give them. */
public final class Amounts {

    /** How one is written; a colon does as well. */
    public static final String SYNTAX = "LIMIT=N";

    private Amounts() {}

    /**
     * Reads all amounts of a command.
     *
     * @param option what messages name
     * @param texts as they were typed
     * @return whole tokens by limit, in that order
     * @throws InvalidInputException if one is no amount, or a limit comes twice
     */
    public static Map<String, Long> parse(String option, List<String> texts) {
        Map<String, Long> amounts = new LinkedHashMap<>();
        for (String text : texts) {
            int at = text.indexOf('=') >= 0 ? text.indexOf('=') : text.indexOf(':');
            if (at < 1 || !text.substring(at + 1).matches("[0-9]{1,18}")) {
                throw new InvalidInputException(option, text, SYNTAX + ", for example rpm=1");
            }
            if (amounts.put(text.substring(0, at), Long.valueOf(text.substring(at + 1))) != null) {
                throw new InvalidInputException(option, text, "each limit once");
            }
        }
        return amounts;
    }
}

package dev.zaelimiter.spring.boot;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads one limit as the command line has it: {@code 100/min}, {@code 50000/min:80000}, {@code 5000000/never},
 * {@code 100/90s soft}.
 */
final class LimitText {

    private static final String RULE =
            "AMOUNT/PERIOD, as 100/min, 50000/min:80000 (with a burst) or 5000000/never (a budget), and \"soft\" after it if it never refuses";
    private static final Pattern FORM =
            Pattern.compile("(\\d{1,16})/(?:(never)|(\\d{0,10})([a-z]+)(?::(\\d{1,16}))?)(?:\\s+(soft))?");
    private static final Map<String, Long> SECONDS = Map.ofEntries(
            Map.entry("s", 1L),
            Map.entry("sec", 1L),
            Map.entry("second", 1L),
            Map.entry("seconds", 1L),
            Map.entry("m", 60L),
            Map.entry("min", 60L),
            Map.entry("minute", 60L),
            Map.entry("minutes", 60L),
            Map.entry("h", 3600L),
            Map.entry("hour", 3600L),
            Map.entry("hours", 3600L),
            Map.entry("d", 86_400L),
            Map.entry("day", 86_400L),
            Map.entry("days", 86_400L));

    private LimitText() {}

    static Limit parse(String property, String name, String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches() || (form.group(4) != null && !SECONDS.containsKey(form.group(4)))) {
            throw new LimiterPropertyException(property, text, RULE);
        }
        try {
            Limit limit = limit(name, form);
            return form.group(6) == null ? limit : limit.asSoft();
        } catch (InvalidInputException refused) {
            throw new LimiterPropertyException(property, text, refused.field() + ": " + refused.rule());
        }
    }

    private static Limit limit(String name, Matcher form) {
        long amount = Long.parseLong(form.group(1));
        if (form.group(2) != null) {
            return Limit.budget(name, amount);
        }
        long count = form.group(3).isEmpty() ? 1 : Long.parseLong(form.group(3));
        // Ten digits of days are no overflow, and more than any period may be.
        Duration period = Duration.ofSeconds(count * SECONDS.getOrDefault(form.group(4), 0L));
        Limit limit = Limit.custom(name, amount, amount, period);
        return form.group(5) == null ? limit : limit.burst(Long.parseLong(form.group(5)));
    }
}

package dev.zaelimiter.cli;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads {@code NAME=AMOUNT/PERIOD[:BURST]}, as in {@code rpm=120/min} or {@code tpm=50000/min:80000}; and a budget, as
 * in {@code credits=5000000/never}.
 */
public final class LimitOption {

    /** What a limit looks like, for usage messages. */
    public static final String SYNTAX = "NAME=AMOUNT/PERIOD[:BURST]";

    private static final String EXAMPLES = "for example rpm=120/min, tpm=50000/min:80000 or credits=5000000/never";
    private static final String AMOUNT_RULE = "whole tokens, 1 to 10^15";
    private static final String PERIOD_RULE =
            "s, min, h, d, or whole numbers of these, as 90s (up to 10^9 seconds); or never";
    private static final String NEVER = "never";

    private final String option;

    /**
     * A reader.
     *
     * @param option how limits are given, for messages
     */
    public LimitOption(String option) {
        this.option = option;
    }

    /**
     * Reads all limits of a command.
     *
     * @param option how they were given, for messages
     * @param texts what was given, in order
     * @return limits that can stand together
     * @throws InvalidInputException naming the option, the field, the value and the rule
     */
    public static List<Limit> parseAll(String option, List<String> texts) {
        LimitOption reader = new LimitOption(option);
        List<Limit> limits = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (String text : texts) {
            Limit limit = reader.parse(text);
            if (!names.add(limit.name())) {
                throw reader.invalid(text, "name", limit.name(), "each limit once");
            }
            limits.add(limit);
        }
        if (limits.size() > AcquireRequest.MAX_LIMITS) {
            throw new InvalidInputException(
                    option + ": the number of limits", limits.size(), "at most " + AcquireRequest.MAX_LIMITS);
        }
        return List.copyOf(limits);
    }

    /**
     * Reads one limit.
     *
     * @param text what was given
     * @return the limit
     * @throws InvalidInputException naming the option, the field, the value and the rule
     */
    public Limit parse(String text) {
        return parse(text, text);
    }

    /**
     * Reads one limit that was given in another form.
     *
     * @param given what was given, for messages
     * @param text the same in the form of this class
     * @return the limit
     * @throws InvalidInputException naming the option, the field, the value and the rule
     */
    public Limit parse(String given, String text) {
        int equals = text.indexOf('=');
        int slash = text.indexOf('/', equals + 1);
        if (equals < 0 || slash < 0) {
            throw new InvalidInputException(option, text, SYNTAX + ", " + EXAMPLES);
        }
        int colon = text.indexOf(':', slash + 1);
        String name = text.substring(0, equals);
        String amountText = text.substring(equals + 1, slash);
        String periodText = text.substring(slash + 1, colon < 0 ? text.length() : colon);
        long amount = positive(given, "amount", amountText, AMOUNT_RULE);
        if (periodText.equals(NEVER)) {
            if (colon >= 0) {
                throw invalid(
                        given, "burst", text.substring(colon + 1), "none: all of a budget is there from the start");
            }
            return budget(given, name, amount);
        }
        Duration period = period(given, periodText);
        Limit limit = limit(given, () -> Limit.custom(name, amount, amount, period));
        if (colon < 0) {
            return limit;
        }
        String burstText = text.substring(colon + 1);
        String rule = "whole tokens, the amount (" + amount + ") to 10^15";
        long burst = positive(given, "burst", burstText, rule);
        if (burst < amount) {
            throw invalid(given, "burst", burstText, rule);
        }
        return limit.burst(burst);
    }

    private Limit budget(String given, String name, long amount) {
        return limit(given, () -> Limit.budget(name, amount));
    }

    private Limit limit(String given, Supplier<Limit> made) {
        try {
            return made.get();
        } catch (InvalidInputException e) {
            String field = e.field().equals("limit") ? "name" : e.field();
            throw invalid(given, field, e.value(), e.rule());
        }
    }

    private Duration period(String given, String period) {
        int digits = digits(period);
        long count = digits == 0 ? 1 : count(period, digits);
        long unitSeconds = switch (period.substring(digits)) {
            case "s", "sec", "second", "seconds" -> 1;
            case "m", "min", "minute", "minutes" -> 60;
            case "h", "hour", "hours" -> 3_600;
            case "d", "day", "days" -> 86_400;
            default -> throw invalid(given, "period", period, PERIOD_RULE);
        };
        if (count < 1 || count > Limit.MAX_PERIOD.toSeconds() / unitSeconds) {
            throw invalid(given, "period", period, PERIOD_RULE);
        }
        return Duration.ofSeconds(count * unitSeconds);
    }

    private long positive(String given, String field, String value, String rule) {
        int digits = digits(value);
        long number = count(value, digits);
        if (digits < value.length() || number < 1 || number > Limit.MAX_AMOUNT) {
            throw invalid(given, field, value, rule);
        }
        return number;
    }

    /** How many digits a text begins with. */
    private static int digits(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        return digits;
    }

    /** The number in that many digits; or, if that is more than any amount may be, some number that is. */
    private static long count(String text, int digits) {
        long number = 0;
        for (int i = 0; i < digits && number <= Limit.MAX_AMOUNT; i++) {
            number = number * 10 + text.charAt(i) - '0';
        }
        return number;
    }

    private InvalidInputException invalid(String given, String field, String value, String rule) {
        return new InvalidInputException(option + " " + given + ": " + field, value, rule);
    }
}

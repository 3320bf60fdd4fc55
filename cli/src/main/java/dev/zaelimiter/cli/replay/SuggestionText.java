package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Limit;
import dev.zaelimiter.cli.LimitOption;
import dev.zaelimiter.cli.Text;
import dev.zaelimiter.cli.TextTable;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A suggestion in words, for the terminal and the page alike. */
final class SuggestionText {

    private static final String INDENT = "  ";

    private SuggestionText() {}

    /** All lines of the terminal's output. */
    static List<String> lines(Suggestion suggestion, int width) {
        List<String> lines = new ArrayList<>(Text.wrap(verdict(suggestion), INDENT, width));
        lines.add(INDENT + INDENT + options(suggestion));
        for (Suggestion.OfLimit limit : suggestion.limits()) {
            lines.add("");
            lines.addAll(Text.wrap(caption(limit), INDENT, width));
            TextTable table = new TextTable();
            List<String> header = new ArrayList<>(List.of("burst"));
            limit.shares().forEach(share -> header.add(share(share) + " refused"));
            table.row(header);
            for (List<Suggestion.Choice> ofBurst : limit.choices()) {
                List<String> cells = new ArrayList<>(List.of(burst(ofBurst.get(0))));
                for (Suggestion.Choice choice : ofBurst) {
                    String mark = choice.equals(limit.proposed()) ? "* " : "";
                    cells.add(mark + Text.count(choice.limit().refillAmount()));
                }
                table.row(cells);
            }
            lines.addAll(table.lines(INDENT + INDENT));
        }
        return lines;
    }

    /** What is proposed for how much, and what the engine says of it. */
    static String verdict(Suggestion suggestion) {
        Report.Rows rows = suggestion.together().rows();
        double each = suggestion.eachShare();
        String tightened = each == suggestion.wantedShare()
                ? ""
                : " (" + share(each) + " for each, since together they refuse more)";
        return "The smallest limits that refuse at most " + share(suggestion.wantedShare())
                + " of the rows" + tightened + "; together they refuse " + Text.count(rows.refused()) + " of "
                + Text.count(rows.admitted() + rows.refused()) + " (" + Text.percent(rows.refusedShare()) + "):";
    }

    /** The proposed limits as options. */
    static String options(Suggestion suggestion) {
        return suggestion.limits().stream()
                .map(limit -> "--limit " + option(limit.proposed().limit()))
                .collect(Collectors.joining(" "));
    }

    /** A limit as {@link LimitOption} reads it. */
    static String option(Limit limit) {
        String burst = limit.capacity() == limit.refillAmount() ? "" : ":" + limit.capacity();
        return limit.name() + "=" + limit.refillAmount() + "/" + period(limit.refillPeriod()) + burst;
    }

    /** What a table of choices shows. */
    static String caption(Suggestion.OfLimit limit) {
        String period =
                DurationText.period(limit.proposed().limit().refillPeriod().toMillis());
        return "Each cell: the lowest " + limit.name() + " per " + period
                + " that refuses, alone, no more than the column's share, with a burst of so many times the rate. Marked:"
                + " the pair that lets one caller take least in one period.";
    }

    static String burst(Suggestion.Choice choice) {
        return choice.periodsOfBurst() == 1 ? "the rate" : choice.periodsOfBurst() + " times";
    }

    /** A share as it was asked for: {@code 0.1%}. */
    static String share(double share) {
        BigDecimal percent = BigDecimal.valueOf(share).movePointRight(2).round(new MathContext(4));
        return (percent.signum() == 0 ? "0" : percent.stripTrailingZeros().toPlainString()) + "%";
    }

    private static String period(Duration period) {
        long seconds = period.toSeconds();
        if (seconds == 1 || seconds == 60 || seconds == 3_600 || seconds == 86_400) {
            return seconds == 1 ? "s" : seconds == 60 ? "min" : seconds == 3_600 ? "h" : "d";
        }
        return seconds + "s";
    }
}

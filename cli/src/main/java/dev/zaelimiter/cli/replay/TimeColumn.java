package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.Text;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * When a row came, and how that is written.
 *
 * @param column where it stands
 * @param date where its date stands, if the column has times of day alone; else null
 * @param reading what the first values are
 * @param unit what numbers count, or null if there are none, or nobody looked
 * @param said whether an option said what they count
 */
record TimeColumn(
        ValuePlace.Column column,
        ValuePlace.@Nullable Column date,
        TimeReading reading,
        @Nullable EpochUnit unit,
        boolean said) {

    private static final int VARYING = 0;
    private static final int CONSTANT = 1;
    private static final int RELATIVE = 2;
    private static final int CLOCK = 3;
    private static final int DAY = 4;
    private static final int UNREADABLE = 5;
    private static final double LONGEST_STEP_SECONDS = 60;
    private static final int LONGEST_LIKELY_STEP_SECONDS = 3_600;
    private static final String OPTION = "--time-column";

    /** Names of relative times that need not run one way to be believed; a duration has others. */
    private static final List<String> STRONG = List.of(
            "timestamp", "time", "ts", "arrivaltime", "arrivedat", "starttime", "startedat", "arrivaltimestamp");

    /** How the times of a file are read by a parser. */
    TimeParser parser() {
        boolean instants = !said && reading.kind() == TimeReading.Kind.EPOCH;
        return new TimeParser(column.name(), unit, instants);
    }

    /**
     * Finds it.
     *
     * @param finder the columns
     * @param name what {@code --time-column} says, or null
     * @param unit what {@code --time-unit} says, or null
     * @throws BadInputException if there is none
     * @throws TwoReadingsException if several are equally likely, or numbers can be read in several ways
     */
    static TimeColumn find(ColumnFinder finder, @Nullable String name, @Nullable EpochUnit unit) {
        List<String> header = finder.header();
        Shortlist shortlist = new Shortlist(
                header,
                finder.sample(),
                ColumnNames.TIME.candidates(header),
                candidate -> likelihood(finder, header, candidate));
        ColumnNames.Candidate best = shortlist.best();
        ValuePlace.Column chosen;
        if (name != null) {
            chosen = finder.named(OPTION, name);
            refuseDuration(finder, chosen, unit, best);
        } else {
            List<ColumnNames.Candidate> alike = shortlist.alike();
            if (alike.size() > 1) {
                throw finder.several("time", OPTION, alike);
            }
            chosen = alike.isEmpty() ? null : finder.column(alike.get(0).index());
            boolean unsure = chosen == null || !mayBeInstants(finder.reading(chosen.index()));
            ValuePlace.Column other = unsure ? onlyDates(finder) : null;
            chosen = other == null ? chosen : other;
        }
        if (chosen == null) {
            throw new BadInputException("no column looks like a time: say which one with --time-column; "
                    + finder.columns() + " (the first line of a CSV file has to be its header)"
                    + finder.separatorAdvice());
        }
        ValuePlace.Column found = chosen;
        finder.note("time", chosen, name != null, shortlist, candidate -> why(finder, candidate, found, shortlist));
        TimeReading reading = finder.reading(chosen.index());
        ValuePlace.Column date = reading.kind() == TimeReading.Kind.CLOCKS ? date(finder, chosen) : null;
        return new TimeColumn(chosen, date, reading, unit(finder, chosen, reading, unit), unit != null);
    }

    private static int likelihood(ColumnFinder finder, List<String> header, ColumnNames.Candidate candidate) {
        TimeReading reading = finder.reading(candidate.index());
        return switch (reading.kind()) {
            case UNKNOWN -> VARYING;
            case DATES, EPOCH -> reading.daysOnly() ? DAY : reading.constant() ? CONSTANT : VARYING;
            case RELATIVE ->
                reading.steady() || STRONG.contains(ColumnNames.plain(header.get(candidate.index())))
                        ? RELATIVE
                        : Shortlist.NEVER;
            case CLOCKS -> CLOCK;
            case NONE -> candidate.way() == ColumnNames.Way.NAMED ? UNREADABLE : Shortlist.NEVER;
        };
    }

    private static String why(
            ColumnFinder finder, ColumnNames.Candidate candidate, ValuePlace.Column chosen, Shortlist shortlist) {
        TimeReading reading = finder.reading(candidate.index());
        if (candidate.place() == Shortlist.NEVER) {
            return "says when another object was made";
        }
        return switch (reading.kind()) {
            case RELATIVE -> "numbers too small to be dates";
            case CLOCKS -> "times of day without a date";
            case NONE -> "no times";
            default ->
                reading.daysOnly()
                        ? "dates without a time of day"
                        : reading.constant() ? "never changes" : finder.whyNot(candidate, chosen, shortlist);
        };
    }

    /** A duration that was named by mistake would give a result, and a wrong one. */
    private static void refuseDuration(
            ColumnFinder finder,
            ValuePlace.Column chosen,
            @Nullable EpochUnit unit,
            ColumnNames.@Nullable Candidate best) {
        if (unit == null
                && best != null
                && best.index() != chosen.index()
                && finder.reading(chosen.index()).kind() == TimeReading.Kind.RELATIVE
                && finder.reading(best.index()).instants()) {
            String other = finder.header().get(best.index());
            throw new TwoReadingsException(
                    "--time-column " + Text.quoted(chosen.name()) + " reads as the year 1970, while "
                            + Text.quoted(other) + " reads as dates",
                    List.of(
                            OPTION + " " + Shell.quoted(other),
                            OPTION + " " + Shell.quoted(chosen.name()) + " --time-unit seconds"));
        }
    }

    private static boolean mayBeInstants(TimeReading reading) {
        return reading.instants() || reading.kind() == TimeReading.Kind.UNKNOWN;
    }

    /** A column of dates under an unknown name, if it is the only one. */
    private static ValuePlace.@Nullable Column onlyDates(ColumnFinder finder) {
        int[] dates = IntStream.range(0, Math.min(finder.header().size(), 1_000))
                .filter(i -> finder.reading(i).kind() == TimeReading.Kind.DATES
                        && !finder.reading(i).constant()
                        && !finder.reading(i).daysOnly()
                        && finder.sample().blanks(i) == 0
                        && finder.header().get(i).indexOf('.') < 0)
                .toArray();
        return dates.length == 1 ? finder.column(dates[0]) : null;
    }

    private static ValuePlace.Column date(ColumnFinder finder, ValuePlace.Column clock) {
        int[] dates = IntStream.range(0, finder.header().size())
                .filter(i -> ColumnNames.plain(finder.header().get(i)).endsWith("date"))
                .filter(i -> finder.reading(i).kind() == TimeReading.Kind.DATES)
                .toArray();
        if (dates.length == 1) {
            return finder.column(dates[0]);
        }
        throw new BadInputException(Text.quoted(clock.name()) + " has times of day and no date; "
                + (dates.length == 0 ? "no column" : "more than one column") + " has the date: say with --time-column"
                + " which column has both; " + finder.columns());
    }

    private static @Nullable EpochUnit unit(
            ColumnFinder finder, ValuePlace.Column column, TimeReading reading, @Nullable EpochUnit said) {
        if (said != null) {
            return said;
        }
        if (reading.kind() == TimeReading.Kind.EPOCH) {
            return reading.unit();
        }
        if (reading.kind() != TimeReading.Kind.RELATIVE) {
            return null;
        }
        List<String> plain = finder.header().stream().map(ColumnNames::plain).toList();
        EpochUnit named = unitIn(column.name());
        boolean longSteps = reading.medianStep() > LONGEST_STEP_SECONDS;
        if (named != null) {
            return named;
        } else if (plain.contains("hashids") || (isLikeMooncake(plain, reading) && longSteps)) {
            return EpochUnit.MILLIS;
        } else if (plain.containsAll(List.of("requesttokens", "responsetokens", "logtype"))) {
            return EpochUnit.SECONDS;
        } else if (longSteps || isLikeMooncake(plain, reading)) {
            throw severalUnits(column, reading);
        }
        return EpochUnit.SECONDS;
    }

    /**
     * Mooncake's traces, which have names of their own, count milliseconds; traces with some of the names may count
     * either.
     */
    private static boolean isLikeMooncake(List<String> plain, TimeReading reading) {
        return plain.containsAll(List.of("timestamp", "inputlength", "outputlength"))
                && !reading.fractional()
                && reading.medianStep() > 1;
    }

    private static TwoReadingsException severalUnits(ValuePlace.Column column, TimeReading reading) {
        EpochUnit[] units = EpochUnit.values();
        int first = 0;
        double step = reading.medianStep();
        while (first < units.length - 2 && step > LONGEST_LIKELY_STEP_SECONDS) {
            step /= 1_000;
            first++;
        }
        return new TwoReadingsException(
                Text.quoted(column.name()) + " has numbers that are no dates, and nothing says what they count: "
                        + reading.medianStep() + " from row to row may be " + units[first] + " or " + units[first + 1],
                List.of("--time-unit " + units[first], "--time-unit " + units[first + 1]));
    }

    /** The unit at the end of a name, as in {@code offset_ms}. */
    static @Nullable EpochUnit unitIn(String name) {
        String[] words = name.replaceAll("([a-z])([A-Z])", "$1_$2")
                .toLowerCase(Locale.ROOT)
                .split("[^a-z]+");
        String last = words.length < 2 ? "" : words[words.length - 1];
        return switch (last) {
            case "ms", "msec", "millis", "milliseconds" -> EpochUnit.MILLIS;
            case "us", "usec", "micros", "microseconds" -> EpochUnit.MICROS;
            case "ns", "nanos", "nanoseconds", "nano" -> EpochUnit.NANOS;
            case "s", "sec", "secs", "seconds" -> EpochUnit.SECONDS;
            default -> null;
        };
    }
}

package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds columns in one file: by the name given, or by what they are usually called and what stands in them. Where two
 * columns are equally likely and say different things, neither is taken. Not thread-safe.
 */
final class ColumnFinder {

    private final List<String> header;
    private final Sample sample;
    private final Map<Integer, TimeReading> readings = new HashMap<>();
    private final List<ColumnExplanation.Role> roles = new ArrayList<>();

    ColumnFinder(List<String> header, Sample sample) {
        this.header = header;
        this.sample = sample;
    }

    /** What was found so far, and what was passed over. */
    List<ColumnExplanation.Role> roles() {
        return List.copyOf(roles);
    }

    Sample sample() {
        return sample;
    }

    List<String> header() {
        return header;
    }

    /**
     * The column with a name.
     *
     * @param option who asks, for the message
     * @param name as the header has it; or, if only one column fits, in another case and with other signs
     * @throws BadInputException listing the columns, if there is no such one
     */
    ValuePlace.Column named(String option, String name) {
        int exact = header.indexOf(name);
        if (exact >= 0) {
            return column(exact);
        }
        String plain = ColumnNames.plain(name);
        int[] alike = IntStream.range(0, header.size())
                .filter(i ->
                        !plain.isEmpty() && ColumnNames.plain(header.get(i)).equals(plain))
                .toArray();
        if (alike.length == 1) {
            return column(alike[0]);
        }
        throw new BadInputException(
                option + ": there is no column " + Text.quoted(name) + "; " + columns() + separatorAdvice());
    }

    /** Whether there is a column of exactly this name. */
    boolean has(String name) {
        return header.contains(name);
    }

    /** What the values of a column are, as times. */
    TimeReading reading(int column) {
        return sample.rows() == 0
                ? TimeReading.UNKNOWN
                : readings.computeIfAbsent(column, index -> TimeReading.of(sample.values(index)));
    }

    /**
     * The column that an option names; without the option, the one that is likely to have a meaning, or null.
     *
     * @param role what it means, as {@link ColumnExplanation.Role#name} has it
     * @param option the option
     * @param name what it says, or null
     * @param meaning what the column is usually called
     * @param needed whether anything depends on it
     * @throws TwoReadingsException if several are equally likely, and anything depends on it
     */
    ValuePlace.@Nullable Column find(
            String role, String option, @Nullable String name, ColumnNames meaning, boolean needed) {
        Shortlist shortlist = new Shortlist(
                header,
                sample,
                meaning.candidates(header),
                candidate -> meaning == ColumnNames.ENTITY && isIdleOwner(candidate) ? 1 : 0);
        ValuePlace.Column chosen;
        if (name != null) {
            chosen = named(option, name);
        } else {
            List<ColumnNames.Candidate> alike = shortlist.alike();
            if (alike.size() > 1 && needed) {
                throw several(role, option, alike);
            }
            chosen = alike.size() == 1 ? column(alike.get(0).index()) : null;
        }
        note(
                role,
                chosen,
                name != null,
                shortlist,
                candidate -> isIdleOwner(candidate) ? "never changes" : whyNot(candidate, chosen, shortlist));
        return chosen;
    }

    /** A project or an account that is the same in each row says whose the log is, and not who asked. */
    private boolean isIdleOwner(ColumnNames.Candidate candidate) {
        return ColumnNames.OWNER.has(header.get(candidate.index())) && sample.isConstant(candidate.index());
    }

    /** Notes what was found for a role. */
    void note(
            String role,
            ValuePlace.@Nullable Column chosen,
            boolean said,
            Shortlist shortlist,
            Shortlist.ToReason reasons) {
        roles.removeIf(known -> known.name().equals(role));
        roles.add(new ColumnExplanation.Role(
                role,
                chosen == null ? null : chosen.name(),
                said,
                shortlist.passedOver(chosen == null ? null : chosen.index(), reasons)));
    }

    /** Another column than was found first, or the same, with one more that was passed over. */
    void replace(String role, ValuePlace.Column chosen, String passedOver, String why) {
        for (int i = 0; i < roles.size(); i++) {
            ColumnExplanation.Role known = roles.get(i);
            if (known.name().equals(role)) {
                List<ColumnExplanation.PassedOver> passed =
                        new ArrayList<>(List.of(new ColumnExplanation.PassedOver(passedOver, why)));
                passed.addAll(known.passedOver());
                roles.set(i, new ColumnExplanation.Role(role, chosen.name(), false, List.copyOf(passed)));
            }
        }
    }

    String whyNot(ColumnNames.Candidate candidate, ValuePlace.@Nullable Column chosen, Shortlist shortlist) {
        if (chosen == null) {
            return "one of several that are alike";
        }
        if (shortlist.byBlanks(candidate) > 0) {
            return shortlist.blanks(candidate);
        }
        boolean nested =
                candidate.way() == ColumnNames.Way.NESTED && chosen.name().indexOf('.') < 0;
        return nested ? "inside an object" : "a less usual name than " + chosen.name();
    }

    /**
     * A column, or the same value for all rows.
     *
     * @param kind {@code entity} or {@code resource}, as in the names of the options
     * @param constant what {@code --kind} says, or null
     * @param name what {@code --kind-column} says, or null
     * @param meaning what the column is usually called
     */
    ValuePlace columnOrConstant(String kind, @Nullable String constant, @Nullable String name, ColumnNames meaning) {
        if (constant == null) {
            ValuePlace column = find(kind, "--" + kind + "-column", name, meaning, true);
            return column == null ? new ValuePlace.Constant(Columns.EVERYTHING) : column;
        }
        return new ValuePlace.Constant(constant);
    }

    /** Says which of several columns may be meant. */
    TwoReadingsException several(String role, String option, List<ColumnNames.Candidate> alike) {
        List<String> names =
                alike.stream().map(candidate -> header.get(candidate.index())).toList();
        return new TwoReadingsException(
                "several columns may be the " + role + ", and nothing says which: " + Text.quotedList(names)
                        + "; say it with " + option,
                names.stream()
                        .limit(4)
                        .map(name -> option + " " + Shell.quoted(name))
                        .toList());
    }

    String columns() {
        if (header.isEmpty()) {
            return "there are none";
        }
        return header.size() == 1
                ? "the only column is " + Text.quoted(header.get(0))
                : "the columns are " + Text.quotedList(header);
    }

    /** Spreadsheets of many countries put semicolons where others put commas. */
    String separatorAdvice() {
        String all = String.join("", header);
        String separators = all.contains(";") ? "semicolons" : all.contains("\t") ? "tabs" : null;
        return separators == null ? "" : "; is the file separated by " + separators + "? Only commas are understood";
    }

    ValuePlace.Column column(int index) {
        return new ValuePlace.Column(index, header.get(index));
    }
}

package dev.zaelimiter.cli.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The columns that may have one meaning, the likeliest first: what the values say counts more than what the names say.
 * A column that is empty everywhere has no meaning. Not thread-safe.
 */
final class Shortlist {

    /** A path that is never meant. */
    static final int NEVER = 9;

    private final List<String> header;
    private final Sample sample;
    private final List<ColumnNames.Candidate> likely = new ArrayList<>();
    private final List<ColumnNames.Candidate> unlikely = new ArrayList<>();
    private final ToIntFunction<ColumnNames.Candidate> byValues;

    /**
     * A shortlist.
     *
     * @param header the names of the columns
     * @param sample what stands in them
     * @param candidates by their names
     * @param byValues how likely values are to have the meaning: 0 is the likeliest, {@link #NEVER} impossible
     */
    Shortlist(
            List<String> header,
            Sample sample,
            List<ColumnNames.Candidate> candidates,
            ToIntFunction<ColumnNames.Candidate> byValues) {
        this.header = header;
        this.sample = sample;
        this.byValues = byValues;
        for (ColumnNames.Candidate candidate : candidates) {
            boolean impossible = candidate.place() == NEVER || isEmpty(candidate) || byValues(candidate) == NEVER;
            (impossible ? unlikely : likely).add(candidate);
        }
        likely.sort(Comparator.comparingInt(this::byValues).thenComparingInt(this::byBlanks));
    }

    /** The likeliest, or null. */
    ColumnNames.@Nullable Candidate best() {
        return likely.isEmpty() ? null : likely.get(0);
    }

    /**
     * Those that nothing tells from the likeliest, although they say something else: the likeliest is the first of
     * them.
     */
    List<ColumnNames.Candidate> alike() {
        ColumnNames.Candidate best = best();
        return likely.stream()
                .filter(other -> other.equals(best)
                        || (best != null
                                && other.ranksLike(best)
                                && byValues(other) == byValues(best)
                                && byBlanks(other) == byBlanks(best)
                                && (sample.rows() == 0 || !sample.isSame(other.index(), best.index()))))
                .toList();
    }

    /** All but one, with reasons. */
    List<ColumnExplanation.PassedOver> passedOver(@Nullable Integer chosen, ToReason reasons) {
        List<ColumnExplanation.PassedOver> passed = new ArrayList<>();
        for (List<ColumnNames.Candidate> some : List.of(likely, unlikely)) {
            for (ColumnNames.Candidate candidate : some) {
                if (chosen == null || candidate.index() != chosen) {
                    passed.add(new ColumnExplanation.PassedOver(
                            header.get(candidate.index()),
                            isEmpty(candidate) ? blanks(candidate) : reasons.why(candidate)));
                }
            }
        }
        return List.copyOf(passed);
    }

    /** Says why a column was not taken. */
    interface ToReason {
        String why(ColumnNames.Candidate candidate);
    }

    /** How much of a column is empty, as the end of a sentence. */
    String blanks(ColumnNames.Candidate candidate) {
        int blanks = sample.blanks(candidate.index());
        return blanks == sample.rows()
                ? "empty in all rows looked at"
                : "empty in " + blanks + " of " + sample.rows() + " rows looked at";
    }

    boolean isEmpty(ColumnNames.Candidate candidate) {
        return sample.rows() > 0 && sample.values(candidate.index()).isEmpty();
    }

    int byBlanks(ColumnNames.Candidate candidate) {
        return sample.blanks(candidate.index()) > 0 ? 1 : 0;
    }

    private int byValues(ColumnNames.Candidate candidate) {
        return byValues.applyAsInt(candidate);
    }
}

package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds the smallest limits that would have refused no more than a share of the rows. Each limit is searched on its
 * own, by halving, on an exact model of it; then all of them are replayed together. Not thread-safe.
 */
final class Suggester {

    /** How many periods' amounts may be saved up. */
    private static final int[] BURSTS = {1, 2, 5, 10};

    private final ReplayRows rows;
    private final Columns columns;
    private final Duration perOutputToken;
    private final boolean balances;
    private final Progress progress;

    /**
     * A search.
     *
     * @param rows the rows
     * @param columns what they take
     * @param perOutputToken how long each token of an answer takes
     * @param balances whether the report follows balances over time
     * @param progress who is told which limit is tried
     */
    Suggester(ReplayRows rows, Columns columns, Duration perOutputToken, boolean balances, Progress progress) {
        this.rows = rows;
        this.columns = columns;
        this.perOutputToken = perOutputToken;
        this.balances = balances;
        this.progress = progress;
    }

    /**
     * Proposes limits.
     *
     * @param wantedShare which part of the rows may be refused, 0 to less than 1
     * @param limits whose names and periods to propose for
     * @param intake what was wrong with rows, for the report
     * @return limits that meet the share together
     */
    Suggestion suggest(double wantedShare, List<Limit> limits, Intake intake) {
        try {
            return suggestTogether(wantedShare, limits, intake);
        } finally {
            progress.done();
        }
    }

    private Suggestion suggestTogether(double wantedShare, List<Limit> limits, Intake intake) {
        // Two limits that each refuse the share may refuse more together; those that refuse half of it rarely do, and
        // those that refuse nothing never.
        Suggestion suggestion = suggest(wantedShare, wantedShare, limits, intake);
        for (double each : new double[] {wantedShare / limits.size(), 0}) {
            if (suggestion.together().rows().refusedShare() <= wantedShare) {
                return suggestion;
            }
            suggestion = suggest(wantedShare, each, limits, intake);
        }
        return suggestion;
    }

    private Suggestion suggest(double wantedShare, double share, List<Limit> limits, Intake intake) {
        List<Suggestion.OfLimit> proposals = new ArrayList<>();
        for (Limit limit : limits) {
            proposals.add(propose(limit, share));
        }
        List<Limit> proposed =
                proposals.stream().map(proposal -> proposal.proposed().limit()).toList();
        Policy policy = Policy.ofAll("suggested", proposed);
        try (Replayer replayer = new Replayer(policy, columns, perOutputToken, balances)) {
            progress.begin("replaying the proposal");
            rows.replay(replayer, progress);
            return new Suggestion(wantedShare, share, List.copyOf(proposals), replayer.report(intake));
        }
    }

    private Suggestion.OfLimit propose(Limit limit, double wantedShare) {
        List<Double> shares = shares(wantedShare);
        List<List<Suggestion.Choice>> choices = new ArrayList<>();
        for (int burst : BURSTS) {
            List<Suggestion.Choice> ofBurst = new ArrayList<>();
            long from = 1;
            for (double share : shares) {
                Suggestion.Choice choice = smallest(limit, burst, (long) (share * rows.rows()), from);
                ofBurst.add(choice);
                from = choice.limit().refillAmount();
            }
            choices.add(List.copyOf(ofBurst));
        }
        int wanted = shares.indexOf(wantedShare);
        Suggestion.Choice best = choices.stream()
                .map(ofBurst -> ofBurst.get(wanted))
                .min(Comparator.comparingLong(Suggestion.Choice::mostInOnePeriod))
                .orElseThrow();
        return new Suggestion.OfLimit(limit.name(), best, shares, List.copyOf(choices));
    }

    /** The wanted share, what ten times as many refusals would save, and what none would cost. */
    private static List<Double> shares(double wanted) {
        TreeSet<Double> shares = new TreeSet<>(Comparator.reverseOrder());
        shares.add(wanted == 0 ? 0.001 : Math.min(0.5, wanted * 10));
        shares.add(wanted);
        shares.add(0.0);
        return List.copyOf(shares);
    }

    /**
     * The smallest amount that refuses few enough, where one less refuses too many.
     *
     * @param from an amount that is not too large: that of a larger share
     */
    private Suggestion.Choice smallest(Limit limit, int burst, long mostRefused, long from) {
        long most = Limit.MAX_AMOUNT / burst;
        long failed = from - 1;
        long amount = from;
        long refused = refused(with(limit, amount, burst), mostRefused);
        while (refused > mostRefused && amount < most) {
            failed = amount;
            amount = Math.min(most, amount * 2);
            refused = refused(with(limit, amount, burst), mostRefused);
        }
        while (amount - failed > 1) {
            long middle = failed + (amount - failed) / 2;
            long refusedThere = refused(with(limit, middle, burst), mostRefused);
            if (refusedThere > mostRefused) {
                failed = middle;
            } else {
                amount = middle;
                refused = refusedThere;
            }
        }
        return new Suggestion.Choice(burst, with(limit, amount, burst), refused);
    }

    private static Limit with(Limit limit, long amount, int burst) {
        return Limit.custom(limit.name(), amount * burst, amount, limit.refillPeriod());
    }

    /** How many rows a limit refuses on its own; any number beyond the most, once it is beyond. */
    private long refused(Limit limit, long mostRefused) {
        int place = columns.limits().indexOf(limit.name());
        boolean settled = columns.takes().get(place) instanceof Take.Estimated;
        long perTokenNanos = perOutputToken.toNanos();
        BucketModel model = new BucketModel(limit, rows.buckets());
        long[] refused = new long[1];
        progress.begin("trying " + SuggestionText.option(limit));
        rows.visit((row, bucket) -> {
            progress.row();
            long amount = row.amounts()[place];
            if (!model.take(bucket, amount, row.millis)) {
                refused[0]++;
            } else if (settled) {
                long due = AnswerTime.doneMillis(row.millis, row.outputTokens, perTokenNanos);
                model.settleAt(bucket, row.totalTokens - amount, due);
            }
            return refused[0] <= mostRefused;
        });
        return refused[0];
    }
}

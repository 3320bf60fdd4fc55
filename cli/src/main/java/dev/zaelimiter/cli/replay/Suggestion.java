package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Limit;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Limits that would have refused no more than was wanted.
 *
 * @param wantedShare which part of the rows may be refused
 * @param eachShare which part each limit may refuse on its own: less than that, if they would refuse too many together
 * @param limits what is proposed, and what else there is
 * @param together what becomes of the rows under all proposed limits
 */
record Suggestion(double wantedShare, double eachShare, List<OfLimit> limits, Report together) {

    /**
     * What is proposed for one limit.
     *
     * @param name its name
     * @param proposed the choice, of those for the wanted share, that allows the least in a period
     * @param shares the shares that were tried, from the largest on
     * @param choices for each burst, the smallest limit for each of the shares
     */
    record OfLimit(String name, Choice proposed, List<Double> shares, List<List<Choice>> choices) {}

    /** The same with other names of entities. */
    Suggestion shownAs(UnaryOperator<String> entities) {
        return new Suggestion(wantedShare, eachShare, limits, together.shownAs(entities));
    }

    /**
     * The smallest rate that meets a share with a burst.
     *
     * @param periodsOfBurst how many periods' amounts may be saved up
     * @param limit the limit
     * @param refused how many rows it refuses on its own
     */
    record Choice(int periodsOfBurst, Limit limit, long refused) {

        /** The most that one entity may use in one period: a full bucket, and what comes back meanwhile. */
        long mostInOnePeriod() {
            return limit.capacity() + limit.refillAmount();
        }
    }
}

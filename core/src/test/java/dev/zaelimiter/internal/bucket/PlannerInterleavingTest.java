package dev.zaelimiter.internal.bucket;

import static dev.zaelimiter.internal.bucket.PlannerWorld.exact;
import static dev.zaelimiter.internal.bucket.PlannerWorld.units;

import dev.zaelimiter.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Several writers, each planning on the image it saw last, with a clock of its own; writes land late and in any order.
 */
@Tag("same-on-every-jdk")
class PlannerInterleavingTest {

    private static final int SEEDS = 2_000;
    private static final int STEPS = 60;
    private static final int MOST_SKEW = 400;

    /** A write on its way. */
    private record Flight(Writer by, BucketImage seen, BatchTotals totals, Plan plan, long decidedAt, long sentAt) {}

    /** What one limit gave away at one decision. */
    private record Admission(int limit, long decidedAt, long amount) {}

    private static final class Writer {
        final long skew;
        BucketImage seen;
        long seenAt;
        boolean busy;

        Writer(long skew, BucketImage seen, long seenAt) {
            this.skew = skew;
            this.seen = seen;
            this.seenAt = seenAt;
        }
    }

    /** One history: who writes what, and everything that was admitted. */
    private static final class History {
        final PlannerWorld world;
        final ModelBucket bucket;
        final List<Writer> writers = new ArrayList<>();
        final List<Flight> flights = new ArrayList<>();
        final List<Admission> admissions = new ArrayList<>();
        final boolean corrections;
        long time = PlannerWorld.START;
        long longestFlight;

        History(PlannerWorld world, boolean corrections) {
            this.world = world;
            this.bucket = world.bucket;
            this.corrections = corrections;
            for (int i = world.random.nextInt(2, 6); i > 0; i--) {
                writers.add(new Writer(world.random.nextLong(MOST_SKEW), bucket.image(), time));
            }
        }

        void step() {
            time += world.pause() % 100_000;
            Writer writer = writers.get(world.random.nextInt(writers.size()));
            if (!writer.busy) {
                send(writer);
            }
            if (!flights.isEmpty() && world.random.nextInt(3) != 0) {
                land(flights.remove(world.random.nextInt(flights.size())));
            }
        }

        private void send(Writer writer) {
            if (world.random.nextInt(10) == 0) {
                writer.seen = bucket.image();
                writer.seenAt = time;
            }
            long now = time + writer.skew;
            Rates by = writer.seen.rates();
            BatchTotals totals = world.ask(writer.seen, by, now, corrections, corrections);
            boolean shared = world.random.nextInt(4) != 0;
            Plan plan = Planner.plan(writer.seen, by, totals, now, world.context(shared, time - writer.seenAt));
            if (!(plan instanceof Plan.Pause)) {
                writer.busy = true;
                flights.add(new Flight(writer, writer.seen, totals, plan, now, time));
            }
        }

        private void land(Flight flight) {
            ModelBucket before = bucket.copy();
            if (bucket.apply(flight.seen, flight.plan)) {
                longestFlight = Math.max(longestFlight, time - flight.sentAt);
                landed(flight, before);
            } else {
                check(bucket.sameAs(before), "changed by a refused write", flight);
            }
            flight.by.seen = bucket.image();
            flight.by.seenAt = time;
            flight.by.busy = false;
        }

        private void landed(Flight flight, ModelBucket before) {
            long at = Math.max(flight.decidedAt, before.rf);
            for (int i = 0; i < bucket.tk.length; i++) {
                if (i == bucket.layout.wcu()) {
                    checkWriteUnits(flight, before, i);
                    continue;
                }
                long taken = flight.totals.taken(i);
                BigInteger held = exact(before, i, at);
                BigInteger ceiling = units(bucket.cap[i], bucket.rp[i]);
                BigInteger there =
                        held.add(units(flight.totals.credited(i), bucket.rp[i])).min(ceiling);
                if (flight.plan instanceof Plan.Move) {
                    check(
                            taken == 0 || held.compareTo(units(bucket.cap[i] + 1, bucket.rp[i])) < 0,
                            "stamp left behind at the ceiling",
                            flight);
                    check(bucket.tk[i] == before.tk[i] - taken && bucket.rf == before.rf, "move", flight);
                } else {
                    check(bucket.rf >= before.rf, "the stamp runs back", flight);
                    check(bucket.tk[i] <= bucket.cap[i] - taken, "above the ceiling", flight);
                    check(
                            exact(bucket, i, bucket.rf)
                                            .add(units(taken, bucket.rp[i]))
                                            .compareTo(there)
                                    <= 0,
                            "made from nothing",
                            flight);
                }
                long need = flight.totals.needed(i);
                check(
                        need == BatchTotals.UNBOUNDED || there.compareTo(units(need, bucket.rp[i])) >= 0,
                        "granted without what it needs",
                        flight);
                admissions.add(new Admission(i, flight.decidedAt, taken - flight.totals.credited(i)));
            }
            checkTimeToLive(flight);
        }

        private void checkWriteUnits(Flight flight, ModelBucket before, int wcu) {
            long cost = bucket.tc[wcu] - before.tc[wcu];
            check(cost == 1000 || (cost == 0 && !world.gate), "a write takes what it costs", flight);
            check(bucket.tk[wcu] <= bucket.cap[wcu], "write units above their ceiling", flight);
            check(!world.gate || bucket.tk[wcu] >= 0, "write units that were not there", flight);
        }

        /**
         * The store drops an item in the second after its time to live: every limit taken must be full by then, give or
         * take how far the stamp has moved beyond the moment of the decision.
         */
        private void checkTimeToLive(Flight flight) {
            if (bucket.ttl == 0) {
                return;
            }
            BucketImage image = bucket.image();
            long gone = (bucket.ttl + 1) * 1000 - 1 + Math.max(0, bucket.rf - flight.decidedAt);
            for (int i = 0; i < bucket.tk.length; i++) {
                if (i != bucket.layout.wcu() && flight.totals.taken(i) > 0) {
                    check(image.balance(i, image.rates(), gone) == bucket.cap[i], "gone before full", flight);
                }
            }
        }
    }

    /** Cheaper than an assertion that describes itself, in a loop of a million. */
    private static void check(boolean holds, String law, Flight flight) {
        if (!holds) {
            throw new AssertionError(law + ": " + flight);
        }
    }

    @Test
    void plans_staleImagesAndLateWrites_neverLeaveTheCeilingBehindNorMakeTokens() {
        Seeds.each(SEEDS, random -> {
            History history = new History(new PlannerWorld(random), true);
            for (int step = 0; step < STEPS; step++) {
                history.step();
            }
        });
    }

    @Test
    void plans_staleImagesAndLateWrites_admitNoMoreThanCeilingPlusRefillInAnyWindow() {
        Seeds.each(SEEDS, random -> {
            PlannerWorld world = new PlannerWorld(random);
            History history = new History(world, false);
            for (int step = 0; step < STEPS; step++) {
                history.step();
            }
            long slack = history.longestFlight + MOST_SKEW;
            ModelBucket bucket = world.bucket;
            for (int i = 0; i < bucket.tk.length; i++) {
                int limit = i;
                List<Admission> admitted = history.admissions.stream()
                        .filter(each -> each.limit == limit)
                        .sorted(Comparator.comparingLong(Admission::decidedAt))
                        .toList();
                for (int from = 0; from < admitted.size(); from++) {
                    long sum = 0;
                    for (int to = from; to < admitted.size(); to++) {
                        sum += admitted.get(to).amount;
                        long window = admitted.get(to).decidedAt - admitted.get(from).decidedAt + slack;
                        BigInteger bound =
                                units(bucket.cap[i] + 1, bucket.rp[i]).add(units(window, bucket.ra[i]));
                        if (units(sum, bucket.rp[i]).compareTo(bound) > 0) {
                            throw new AssertionError(sum + " admitted within " + window + " ms: " + bucket);
                        }
                    }
                }
            }
        });
    }
}

package dev.zaelimiter.testkit;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.testkit.internal.simulation.Scenario;
import dev.zaelimiter.testkit.internal.simulation.Scenarios;
import dev.zaelimiter.testkit.internal.simulation.SimulationRun;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Several processes, each with the real engine, on one modelled store, in virtual time: answers take their time and get
 * lost, clocks are wrong, processes crash. An oracle checks every write and every answer against the laws of the
 * limiter. One seed decides everything, so a run repeats exactly.
 *
 * <pre>{@code
 * SimulationReport report = Simulation.builder()
 *     .limits(Limit.perMinute("rpm", 100), Limit.perDay("daily", 1000))
 *     .clients(4)
 *     .faults(Simulation.Faults.MANY)
 *     .seed(42)
 *     .build()
 *     .run();
 * assert report.sound() : report;
 * }</pre>
 *
 * <p>Runs on the calling thread; a simulation may be run once.
 */
public final class Simulation {

    /** How much goes wrong. */
    public enum Faults {
        /** Nothing. */
        NONE,
        /** One call in twenty fails, in one way or another. */
        SOME,
        /** One call in four fails; clocks are wrong by up to a second, and processes crash. */
        MANY
    }

    private final Scenario scenario;
    private final long seed;
    private final boolean fullTrace;
    private final String replay;

    private Simulation(Scenario scenario, long seed, boolean fullTrace, String replay) {
        this.scenario = scenario;
        this.seed = seed;
        this.fullTrace = fullTrace;
        this.replay = replay;
    }

    /**
     * A simulation of one's own limits.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * A simulation of the limiter's own tests.
     *
     * @param scenario one of {@link #scenarios()}
     * @param seed decides everything
     * @param fullTrace whether the report has all that happened, not only the end
     * @return ready to run
     * @throws IllegalArgumentException if there is no such scenario
     */
    public static Simulation of(String scenario, long seed, boolean fullTrace) {
        String replay = "bin/zae-limiter simulate --scenario " + scenario + " --seed " + seed + " --trace";
        return new Simulation(Scenarios.of(scenario, seed), seed, fullTrace, replay);
    }

    /**
     * The scenarios of the limiter's own tests.
     *
     * @return their names, in a fixed order
     */
    public static Set<String> scenarios() {
        return Scenarios.names();
    }

    /**
     * Runs to the end, or until enough is broken.
     *
     * @return what came of it
     */
    public SimulationReport run() {
        return new SimulationReport(new SimulationRun(scenario, seed, fullTrace).run(), replay);
    }

    /** Settings of a simulation. Each has a default. Not for use by several threads. */
    public static final class Builder {

        private static final int MOST_CLIENTS = 100;

        private final Scenario scenario = new Scenario();
        private long seed;
        private boolean fullTrace;

        private Builder() {}

        /**
         * The limits that all clients share.
         *
         * @param limits one or more
         * @return this builder
         */
        public Builder limits(Limit... limits) {
            if (limits.length == 0) {
                throw new InvalidInputException("limits", 0, "at least one");
            }
            scenario.limits = List.of(limits);
            return this;
        }

        /**
         * How many processes there are.
         *
         * @param clients 1 to 100; by default 3
         * @return this builder
         */
        public Builder clients(int clients) {
            if (clients < 1 || clients > MOST_CLIENTS) {
                throw new InvalidInputException("clients", clients, "1 to " + MOST_CLIENTS);
            }
            scenario.clients = clients;
            return this;
        }

        /**
         * How long they are at work, in virtual time.
         *
         * @param duration more than zero; by default 10 s
         * @return this builder
         */
        public Builder duration(Duration duration) {
            if (duration.isNegative() || duration.isZero()) {
                throw new InvalidInputException("duration", duration, "more than zero");
            }
            scenario.durationMillis = duration.toMillis();
            return this;
        }

        /**
         * Whether requests are charged to a parent too.
         *
         * @param cascade by default not
         * @return this builder
         */
        public Builder cascade(boolean cascade) {
            scenario.cascade = cascade;
            return this;
        }

        /**
         * How much goes wrong.
         *
         * @param faults by default {@link Faults#NONE}
         * @return this builder
         */
        public Builder faults(Faults faults) {
            double share = faults == Faults.NONE ? 0 : faults == Faults.SOME ? 0.01 : 0.05;
            scenario.throttled = share;
            scenario.unreachable = share;
            scenario.lostApplied = share;
            scenario.lostNotApplied = share;
            scenario.late = share;
            scenario.skewMillis = faults == Faults.MANY ? 1000 : 0;
            scenario.crashes = faults == Faults.MANY ? 3 : 0;
            return this;
        }

        /**
         * What decides everything that is left to chance.
         *
         * @param seed any number; by default 0
         * @return this builder
         */
        public Builder seed(long seed) {
            this.seed = seed;
            return this;
        }

        /**
         * Whether the report has all that happened, not only the end.
         *
         * @param fullTrace by default not
         * @return this builder
         */
        public Builder fullTrace(boolean fullTrace) {
            this.fullTrace = fullTrace;
            return this;
        }

        /**
         * The simulation.
         *
         * @return ready to run, once
         */
        public Simulation build() {
            return new Simulation(scenario, seed, fullTrace, "the same simulation with seed " + seed);
        }
    }
}

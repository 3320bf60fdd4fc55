package dev.zaelimiter.gatling;

import static dev.zaelimiter.gatling.LimiterDsl.limiter;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.details;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.global;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Simulation;
import java.time.Duration;

/** What Gatling is given to run; it makes them itself, so what they need is static. */
final class Simulations {

    static LimiterProtocol protocol;

    private Simulations() {}

    private static ChainBuilder take() {
        return exec(session -> session.set("customer", "c-" + session.userId() % 2))
                .exec(limiter("take").entity("one").resource("gpt-4").take("rpm", 1));
    }

    /** More than the limit has. */
    public static final class TooMany extends Simulation {
        public TooMany() {
            setUp(scenario("too many").exec(take()).injectOpen(atOnceUsers(20)))
                    .protocols(protocol)
                    .assertions(
                            details("take").allRequests().count().is(5L),
                            details("take (refused)").allRequests().count().is(15L),
                            global().failedRequests().count().is(0L));
        }
    }

    /** Names and amounts that depend on the session; settled at once, and later. */
    public static final class Settled extends Simulation {
        public Settled() {
            setUp(scenario("settled")
                            .exec(session -> session.set("customer", "c-" + session.userId() % 2)
                                    .set("used", 30L))
                            .exec(limiter("now")
                                    .entity("#{customer}")
                                    .resource("gpt-4")
                                    .take("tpm", session -> 50 + 50)
                                    .settle("tpm", session -> session.getLong("used")))
                            .exec(limiter("then")
                                    .entity(session -> session.getString("customer"))
                                    .resource("gpt-4")
                                    .take("tpm", 100)
                                    .waitAtMost(Duration.ofSeconds(5))
                                    .holdAs("lease")
                                    .saveAs("answer")
                                    .check(LimiterCheck.granted(), LimiterCheck.retryAfterAtMost(Duration.ZERO)))
                            .exec(pause(Duration.ofMillis(20)))
                            .exec(limiter("end").lease("lease").settle("tpm", session -> session.getLong("used")))
                            .exec(limiter("other")
                                    .entity("#{customer}")
                                    .resource("gpt-4")
                                    .take("tpm", 7)
                                    .holdAs("lease"))
                            .exec(limiter("back").lease("lease").giveBack())
                            .injectOpen(atOnceUsers(10)))
                    .protocols(protocol)
                    .assertions(
                            details("end").successfulRequests().count().is(10L),
                            details("back").successfulRequests().count().is(10L),
                            global().failedRequests().count().is(0L));
        }
    }

    /** Leases that nobody ends: of users that go, and of users that are still there when all is over. */
    public static final class Forgotten extends Simulation {
        public Forgotten() {
            ChainBuilder hold = exec(limiter("hold")
                    .entity("one")
                    .resource("gpt-4")
                    .take("rpm", 1)
                    .holdAs("lease"));
            setUp(
                            scenario("gone").exec(hold).injectOpen(atOnceUsers(2)),
                            scenario("there")
                                    .exec(hold)
                                    .exec(pause(Duration.ofMinutes(10)))
                                    .injectOpen(atOnceUsers(2)))
                    .maxDuration(Duration.ofSeconds(2))
                    .protocols(protocol);
        }
    }

    /** All that can go wrong with a request. */
    public static final class Wrong extends Simulation {
        public Wrong() {
            setUp(scenario("wrong")
                            .exec(limiter("no such attribute")
                                    .entity("#{nobody}")
                                    .resource("gpt-4")
                                    .take("rpm", 1))
                            .exec(limiter("bad name")
                                    .entity("a b")
                                    .resource("gpt-4")
                                    .take("rpm", 1))
                            .exec(limiter("no such limit")
                                    .entity("one")
                                    .resource("gpt-4")
                                    .take("nope", 1))
                            .exec(limiter("throws")
                                    .entity("one")
                                    .resource("gpt-4")
                                    .take("rpm", 1)
                                    .settle("rpm", session -> {
                                        throw new IllegalStateException("no idea");
                                    }))
                            .exec(limiter("late")
                                    .entity("two")
                                    .resource("gpt-4")
                                    .take("rpm", 5)
                                    .check(LimiterCheck.refused()))
                            .exec(limiter("too late")
                                    .entity("two")
                                    .resource("gpt-4")
                                    .take("rpm", 1)
                                    .check(LimiterCheck.retryAfterAtMost(Duration.ofMillis(1))))
                            .exec(limiter("asserts")
                                    .entity("three")
                                    .resource("gpt-4")
                                    .take("rpm", 1)
                                    .check(answer -> {
                                        throw new AssertionError("it is not as it should be");
                                    }))
                            .exec(limiter("held")
                                    .entity("three")
                                    .resource("gpt-4")
                                    .take("rpm", 1)
                                    .holdAs("held"))
                            .exec(limiter("asserts at its end").lease("held").settle("rpm", session -> {
                                throw new AssertionError("nobody knows");
                            }))
                            .exec(limiter("no lease").lease("nobody").giveBack())
                            .exec(session -> {
                                reached++;
                                return session;
                            })
                            .injectOpen(atOnceUsers(1)))
                    .protocols(protocol)
                    .assertions(
                            details("late").failedRequests().count().is(1L),
                            details("too late (refused)")
                                    .failedRequests()
                                    .count()
                                    .is(1L),
                            details("no such limit").failedRequests().count().is(1L));
        }
    }

    static int reached;

    /** A child whose parent is charged too. */
    public static final class Cascaded extends Simulation {
        public Cascaded() {
            setUp(scenario("cascaded")
                            .exec(limiter("take")
                                    .entity("child")
                                    .resource("gpt-4")
                                    .take("tpm", 100)
                                    .settle("tpm", 40))
                            .injectOpen(atOnceUsers(3)))
                    .protocols(protocol)
                    .assertions(details("take").successfulRequests().count().is(3L));
        }
    }

    /** A store that does not answer. */
    public static final class Degraded extends Simulation {
        public Degraded() {
            setUp(scenario("degraded").exec(take()).injectOpen(atOnceUsers(3)))
                    .protocols(protocol)
                    .assertions(
                            details("take (degraded)")
                                    .successfulRequests()
                                    .count()
                                    .is(3L),
                            global().failedRequests().count().is(0L));
        }
    }

    /** Without a limiter. */
    public static final class Alone extends Simulation {
        public Alone() {
            setUp(scenario("alone").exec(take()).injectOpen(atOnceUsers(1)));
        }
    }
}

package dev.zaelimiter.gatling;

import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.LimitRepository;

/**
 * The words that a simulation begins with; to be imported statically beside Gatling's own.
 *
 * <pre>{@code
 * ScenarioBuilder calls = scenario("calls").feed(customers).exec(
 *     limiter("take").entity("#{customer}").resource("gpt-4").take("rpm", 1).take("tpm", 500)
 *         .waitAtMost(Duration.ofSeconds(1)).holdAs("lease"),
 *     pause(2),
 *     limiter("settle").lease("lease").settle("tpm", session -> session.getLong("used")));
 *
 * setUp(calls.injectOpen(constantUsersPerSec(50).during(60))).protocols(limits(repository));
 * }</pre>
 */
public final class LimiterDsl {

    private LimiterDsl() {}

    /**
     * The protocol of a simulation whose requests go to a repository, which its owner closes after the simulation.
     *
     * @param repository where limits are
     * @return a protocol for {@code setUp}
     */
    public static LimiterProtocol limits(LimitRepository repository) {
        return new LimiterProtocol(repository.asyncRateLimiter());
    }

    /**
     * The protocol of a simulation whose requests go to a limiter.
     *
     * @param limiter who is asked
     * @return a protocol for {@code setUp}
     */
    public static LimiterProtocol limits(AsyncRateLimiter limiter) {
        return new LimiterProtocol(limiter);
    }

    /**
     * Starts a request to the limiter.
     *
     * @param requestName its name in Gatling's reports; may hold Gatling's expressions
     * @return what it is about comes next: {@link LimiterRequest#entity} or {@link LimiterRequest#lease}
     */
    public static LimiterRequest limiter(String requestName) {
        return new LimiterRequest(requestName);
    }
}

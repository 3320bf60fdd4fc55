package dev.zaelimiter.loadtest;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * What the users of a load test do, again and again. A public class with a public constructor without arguments; there
 * is one object of it in each worker, used by all of its threads.
 *
 * <pre>{@code
 * public final class Search implements LoadScenario {
 *     public CompletionStage<?> step(LoadUser user) {
 *         return user.acquire(user.request("customer-" + user.number() % 10, "search").take("rpm", 1).build())
 *                 .thenCompose(lease -> user.pause(Duration.ofMillis(20)));
 *     }
 * }
 * }</pre>
 */
public interface LoadScenario {

    /**
     * Makes what the steps need, as entities and limits. Called once before the workers start, on the namespace of the
     * test; every name should begin with {@link LoadUser#PREFIX}, which tells a namespace of load tests from others.
     *
     * @param repository of the namespace
     * @param limits those that were asked for on the command line; empty if none
     */
    default void prepare(LimitRepository repository, List<Limit> limits) {}

    /**
     * One step of a user. The user's next step begins after the stage has completed; leases that are still open then
     * are kept. A step that throws, or whose stage fails, counts as failed, and the user goes on.
     *
     * @param user who does it
     * @return completes when the step is over; must not be blocked on
     */
    CompletionStage<?> step(LoadUser user);
}

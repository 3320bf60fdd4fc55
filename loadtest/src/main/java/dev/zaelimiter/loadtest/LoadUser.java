package dev.zaelimiter.loadtest;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One of those who put load on the limiter. Does one step at a time; for use within a step. */
public interface LoadUser {

    /** What the names of entities and resources of load tests begin with. */
    String PREFIX = "load-";

    /**
     * Which one of all users of all workers this is.
     *
     * @return 0 or more
     */
    int number();

    /**
     * How many entities the test was asked to have.
     *
     * @return 1 or more
     */
    int entities();

    /**
     * The limits that were asked for on the command line.
     *
     * @return empty if a scenario is to bring its own
     */
    List<Limit> limits();

    /**
     * Randomness of this user's own, from the seed of the run.
     *
     * @return the same object for each step
     */
    RandomGenerator random();

    /**
     * Starts a request on names of a load test: puts {@link #PREFIX} before what lacks it.
     *
     * @param entity who asks
     * @param resource what is used
     * @return a builder; call {@code take} next
     */
    default AcquireRequest.Builder request(String entity, String resource) {
        return AcquireRequest.entity(entity.startsWith(PREFIX) ? entity : PREFIX + entity)
                .resource(resource.startsWith(PREFIX) ? resource : PREFIX + resource);
    }

    /**
     * Takes what is asked, and counts and times the answer.
     *
     * @param request what to take
     * @return a lease; or null if it was refused, or failed: both are counted already, and the step may go on. Never
     *     fails
     */
    CompletionStage<@Nullable Lease> acquire(AcquireRequest request);

    /**
     * Lets time pass, as a call to somebody else would.
     *
     * @param time how long; zero or less is no pause
     * @return completes after that time, or when the worker is stopped
     */
    CompletionStage<Void> pause(Duration time);
}

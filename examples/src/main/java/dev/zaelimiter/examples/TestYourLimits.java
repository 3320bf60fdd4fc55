package dev.zaelimiter.examples;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.time.Duration;

/** How a test tries limits: the clock moves when the test says so, and not in between. */
public final class TestYourLimits {

    private TestYourLimits() {}

    /**
     * Runs.
     *
     * @param args none
     */
    public static void main(String[] args) {
        ManualClock clock = new ManualClock();
        try (LimitRepository repository =
                EmbeddedRepository.builder().environment(clock).build()) {
            // Ten a minute, and at most 50 in one instant for callers that saved them up.
            repository
                    .limits()
                    .setResourceDefaults("mail", Limit.perMinute("sends", 10).burst(50));
            RateLimiter limiter = repository.rateLimiter();
            AcquireRequest one = AcquireRequest.entity("user-1")
                    .resource("mail")
                    .take("sends", 1)
                    .build();

            System.out.println("at once: " + drain(limiter, one));
            clock.advance(Duration.ofSeconds(30));
            System.out.println("after 30 s: " + drain(limiter, one));
            clock.advance(Duration.ofHours(24));
            System.out.println("after a day: " + drain(limiter, one));
            System.out.println("then wait: "
                    + limiter.timeUntilAvailable(one).orElseThrow().toMillis() + " ms");
        }
    }

    private static int drain(RateLimiter limiter, AcquireRequest one) {
        int granted = 0;
        while (limiter.tryAcquire(one).granted()) {
            granted++;
        }
        return granted;
    }
}

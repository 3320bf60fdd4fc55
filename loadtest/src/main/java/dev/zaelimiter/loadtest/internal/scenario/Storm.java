package dev.zaelimiter.loadtest.internal.scenario;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Environment;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.loadtest.LoadScenario;
import dev.zaelimiter.loadtest.LoadUser;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Everybody comes back at the same moment: each user takes until it is refused, and then sleeps until a moment that is
 * the same for all, by the clock of its machine.
 */
final class Storm implements LoadScenario {

    private static final String RESOURCE = LoadUser.PREFIX + "storm";
    private static final Limit USUAL = Limit.perSecond("rps", 200);
    private static final long EVERY_MILLIS = 5_000;

    private volatile @Nullable AcquireRequest request;

    @Override
    public void prepare(LimitRepository repository, List<Limit> limits) {
        repository.limits().setResourceDefaults(RESOURCE, Asked.orElse(limits, USUAL));
    }

    @Override
    public CompletionStage<?> step(LoadUser user) {
        AcquireRequest same = request;
        if (same == null) {
            same = Asked.one(user, "storm", RESOURCE, USUAL);
            request = same;
        }
        return user.acquire(same).thenCompose(lease -> user.pause(lease == null ? untilNext() : Duration.ZERO));
    }

    private static Duration untilNext() {
        return Duration.ofMillis(EVERY_MILLIS - Environment.system().wallMillis() % EVERY_MILLIS);
    }
}

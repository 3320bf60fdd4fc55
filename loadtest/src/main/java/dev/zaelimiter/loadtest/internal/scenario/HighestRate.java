package dev.zaelimiter.loadtest.internal.scenario;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.loadtest.LoadScenario;
import dev.zaelimiter.loadtest.LoadUser;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** All users take from one entity's bucket. */
final class HighestRate implements LoadScenario {

    private static final String RESOURCE = LoadUser.PREFIX + "highest-rate";

    /** The same for all; made twice by two threads it is as good. */
    private volatile @Nullable AcquireRequest request;

    @Override
    public void prepare(LimitRepository repository, List<Limit> limits) {
        repository.limits().setResourceDefaults(RESOURCE, Asked.orElse(limits, Asked.WIDE_REQUESTS));
    }

    @Override
    public CompletionStage<?> step(LoadUser user) {
        AcquireRequest same = request;
        if (same == null) {
            same = Asked.one(user, "one", RESOURCE, Asked.WIDE_REQUESTS);
            request = same;
        }
        return user.acquire(same);
    }
}

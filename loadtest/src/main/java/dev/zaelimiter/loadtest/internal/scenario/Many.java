package dev.zaelimiter.loadtest.internal.scenario;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.loadtest.LoadScenario;
import dev.zaelimiter.loadtest.LoadUser;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Each step takes for one of many entities. */
final class Many implements LoadScenario {

    private static final String RESOURCE = LoadUser.PREFIX + "many";

    /** Both are made by the first who needs them; made twice they are as good. */
    private volatile @Nullable Crowd crowd;

    /**
     * The entities.
     *
     * @param places draws them
     * @param requests made when they are drawn first
     */
    private record Crowd(Zipf places, AtomicReferenceArray<AcquireRequest> requests) {

        static Crowd of(int entities) {
            return new Crowd(new Zipf(entities), new AtomicReferenceArray<>(entities));
        }
    }

    @Override
    public void prepare(LimitRepository repository, List<Limit> limits) {
        repository.limits().setResourceDefaults(RESOURCE, Asked.orElse(limits, Asked.WIDE_REQUESTS));
    }

    @Override
    public CompletionStage<?> step(LoadUser user) {
        Crowd all = crowd;
        if (all == null) {
            all = Crowd.of(user.entities());
            crowd = all;
        }
        int place = all.places.draw(user.random());
        AcquireRequest request = all.requests.get(place);
        if (request == null) {
            request = Asked.one(user, "many-" + place, RESOURCE, Asked.WIDE_REQUESTS);
            all.requests.set(place, request);
        }
        return user.acquire(request);
    }
}

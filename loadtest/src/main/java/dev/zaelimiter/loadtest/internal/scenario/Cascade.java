package dev.zaelimiter.loadtest.internal.scenario;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.loadtest.LoadScenario;
import dev.zaelimiter.loadtest.LoadUser;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Users take from children of one parent, which is charged for all of them. */
final class Cascade implements LoadScenario {

    private static final String RESOURCE = LoadUser.PREFIX + "cascade";
    private static final String PARENT = LoadUser.PREFIX + "cascade-parent";
    private static final int CHILDREN = 10;

    private final AtomicReferenceArray<AcquireRequest> requests = new AtomicReferenceArray<>(CHILDREN);

    private static String child(int number) {
        return LoadUser.PREFIX + "cascade-child-" + number;
    }

    @Override
    public void prepare(LimitRepository repository, List<Limit> limits) {
        repository.limits().setResourceDefaults(RESOURCE, Asked.orElse(limits, Asked.WIDE_REQUESTS));
        repository.entities().createIfAbsent(Entity.builder(PARENT).build());
        for (int i = 0; i < CHILDREN; i++) {
            repository
                    .entities()
                    .createIfAbsent(Entity.builder(child(i))
                            .parent(PARENT)
                            .cascade(true)
                            .build());
        }
    }

    @Override
    public CompletionStage<?> step(LoadUser user) {
        int child = user.number() % CHILDREN;
        AcquireRequest request = requests.get(child);
        if (request == null) {
            request = Asked.one(user, child(child), RESOURCE, Asked.WIDE_REQUESTS);
            requests.set(child, request);
        }
        return user.acquire(request);
    }
}

package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.loadtest.LoadScenario;
import dev.zaelimiter.loadtest.LoadUser;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Takes once, and then waits for what never comes: a worker takes a quarter of a minute to give such a step up. */
public final class NeverOver implements LoadScenario {

    @Override
    public CompletionStage<?> step(LoadUser user) {
        return user.acquire(user.request("somebody", "something")
                        .take("rpm", 1)
                        .limits(dev.zaelimiter.Limit.perMinute("rpm", 100))
                        .build())
                .thenCompose(lease -> new CompletableFuture<>());
    }
}

package dev.zaelimiter.loadtest.internal.worker;

import dev.zaelimiter.loadtest.LoadScenario;
import dev.zaelimiter.loadtest.LoadUser;
import java.util.concurrent.CompletionStage;

/** Throws at each step. */
public final class Overslept implements LoadScenario {

    @Override
    public CompletionStage<?> step(LoadUser user) {
        throw new IllegalStateException("overslept");
    }
}

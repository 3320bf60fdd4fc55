package dev.zaelimiter.loadtest.internal.worker;

import dev.zaelimiter.loadtest.LoadScenario;
import dev.zaelimiter.loadtest.LoadUser;
import java.util.concurrent.CompletionStage;

/** Ends each step with an error. */
public final class Asserting implements LoadScenario {

    @Override
    public CompletionStage<?> step(LoadUser user) {
        throw new AssertionError("it is not as it should be");
    }
}

package dev.zaelimiter.loadtest.internal.worker;

import dev.zaelimiter.Environment;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Pauses that end when their time is over, or all of them at once when the worker stops. Safe for use by many threads.
 */
final class Pauses {

    private final Environment environment;
    private final Set<Pause> open = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /** One of them. */
    private static final class Pause {
        private final CompletableFuture<Void> end = new CompletableFuture<>();
    }

    Pauses(Environment environment) {
        this.environment = environment;
    }

    CompletableFuture<Void> of(long nanos) {
        Pause pause = new Pause();
        if (nanos <= 0 || stopped) {
            pause.end.complete(null);
            return pause.end;
        }
        open.add(pause);
        Environment.Timer timer = environment.schedule(() -> end(pause), nanos);
        if (stopped) {
            timer.cancel();
            end(pause);
        }
        return pause.end;
    }

    /** Not on the timer's thread, which all pauses share: what comes after may take a while. */
    private void end(Pause pause) {
        if (open.remove(pause)) {
            environment.executor().execute(() -> pause.end.complete(null));
        }
    }

    void stop() {
        stopped = true;
        open.forEach(this::end);
    }
}

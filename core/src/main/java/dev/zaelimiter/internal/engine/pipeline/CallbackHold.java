package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import org.jspecify.annotations.Nullable;

/**
 * Why a pipeline's next batch is held back: callers that are being called back, and a timer for those that do not
 * return.
 */
final class CallbackHold {

    private final Outbox out;
    private volatile Environment.@Nullable Timer timer;
    private volatile boolean opened;

    CallbackHold(Outbox out) {
        this.out = out;
    }

    /** Whether a newcomer on the current thread waits for those who are still to be called back. */
    boolean holds() {
        return out.holds();
    }

    /** The timer that opens it in any case. */
    void timer(Environment.Timer armed) {
        timer = armed;
        if (opened) {
            armed.cancel();
        }
    }

    /** It is open: nothing is to happen any more. */
    void opened() {
        opened = true;
        Environment.Timer armed = timer;
        if (armed != null) {
            armed.cancel();
        }
    }
}

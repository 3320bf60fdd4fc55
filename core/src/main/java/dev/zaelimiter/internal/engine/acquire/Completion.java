package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.Decision;
import dev.zaelimiter.internal.engine.kernel.Outbox;

/** Where a flow ends: a waiting thread, or a future. Called once, by a thread that must not be blocked. */
interface Completion {

    void decided(Decision decision, Outbox out);

    void failed(RuntimeException failure, Outbox out);
}

package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.engine.planning.Tokens;

/**
 * What those ask who are on their way into one of several shards and would wait there: its last image does not show
 * them yet. Safe for use by many threads.
 */
public final class IncomingTakes {

    private volatile Tokens coming = Tokens.NONE;

    public synchronized void came(TakeRequest take) {
        coming = coming.plus(take.tokens().positives());
    }

    public synchronized void left(TakeRequest take) {
        Tokens all = coming;
        for (int k = 0; k < take.tokens().size(); k++) {
            all = all.less(take.tokens().limit(k), take.tokens().milli(k));
        }
        coming = all;
    }

    /** Of one limit, in millitokens. */
    long of(String limit) {
        return coming.milli(limit);
    }
}

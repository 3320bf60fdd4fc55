package dev.zaelimiter.internal.engine.kernel;

/** Looks now and then how deep the stack is on which callers go on. Safe for use by many threads. */
public final class StackGuard {

    private static final int SCATTER = 0x9E3779B9;
    private static final int DEEP_STACK = 512;
    private static final StackWalker STACK = StackWalker.getInstance();

    private int looks;

    /**
     * Whether an inline completion within a call must go to another thread's fresh stack: so it is where callers that
     * go on from their callbacks have nested deeply. Looked at now and then, about once in 128, scattered, since a
     * caller that takes several times per step would otherwise always be met at the same of its takes, perhaps not the
     * one that goes on. The count is only rough, and that is enough.
     */
    public boolean deep() {
        return (++looks * SCATTER) >>> 25 == 0
                && STACK.walk(frames -> frames.skip(DEEP_STACK).findFirst().isPresent());
    }
}

package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimiterListener;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a process hears of what its limiter does. */
record ClientListener(World world, Oracle oracle, Host host) implements LimiterListener {

    private static final long MILLI = 1_000_000;

    @Override
    public void wrote(BucketWrite write) {
        oracle.wrote(write.kind() + " " + write.outcome());
    }

    @Override
    public void granted(AcquireRequest request, long waitNanos) {
        if (waitNanos > 0) {
            world.trace(host + " is to wait " + waitNanos / MILLI + " ms for tokens of " + request.entity());
        }
    }

    @Override
    public void cutGiveBack(String entity, String resource, String limit, long tokens) {
        world.trace(host + " hears that " + tokens + " " + limit + " of " + entity + " did not fit");
        all(each -> {
            each.untold().told(host.toString(), KeyReader.bucket(entity, resource), limit, tokens);
            each.accounts()
                    .of(host.toString(), KeyReader.bucket(entity, resource), limit)
                    .told(1000 * tokens);
        });
    }

    @Override
    public void lostAdjustment(String entity, String resource, String limit, long delta, @Nullable Throwable cause) {
        world.trace(host + " lost a correction of " + delta + " " + limit + " of " + entity);
        all(each -> {
            each.calls().lost(host.toString(), KeyReader.bucket(entity, resource), limit, delta * 1000);
            each.untold().told(host.toString(), KeyReader.bucket(entity, resource), limit, Math.max(0, -delta));
        });
    }

    /** The listener is not told in which namespace that was. */
    private void all(Consumer<Oracle> tell) {
        tell.accept(oracle);
        oracle.neighbours().forEach(tell);
    }
}

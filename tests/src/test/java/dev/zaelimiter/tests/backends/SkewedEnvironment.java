package dev.zaelimiter.tests.backends;

import dev.zaelimiter.Environment;
import dev.zaelimiter.ForwardingEnvironment;
import java.time.Duration;

/** A host whose wall clock is wrong. */
final class SkewedEnvironment extends ForwardingEnvironment {

    private final long aheadMillis;

    SkewedEnvironment(Duration ahead) {
        super(Environment.system());
        this.aheadMillis = ahead.toMillis();
    }

    @Override
    public long wallMillis() {
        return super.wallMillis() + aheadMillis;
    }
}

package dev.zaelimiter.spring.web.internal;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Tells BlockHound, where an application's tests use it, of the locks that a thread of an event loop may meet here:
 * those inside the JDK's pools, when work is handed to a thread, and when a timer is set or cancelled. They are held
 * for a few instructions; Reactor says the same of its own timers, which take the same locks.
 *
 * <p>Without it such a test failed by chance, once in some 50,000 calls.
 */
public final class ShortLocks implements BlockHoundIntegration {

    private static final String ENVIRONMENT = "dev.zaelimiter.SystemEnvironment";

    /** For the loader of services. */
    public ShortLocks() {}

    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside(ENVIRONMENT, "schedule")
                .allowBlockingCallsInside(ENVIRONMENT + "$Pending", "cancel")
                .allowBlockingCallsInside(ENVIRONMENT + "$Tasks", "execute");
    }
}

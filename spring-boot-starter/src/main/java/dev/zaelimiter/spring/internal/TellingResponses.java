package dev.zaelimiter.spring.internal;

import dev.zaelimiter.Lease;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Has the response to a request tell what the call of its controller has taken. Safe for use by many threads. */
public interface TellingResponses {

    /** Where a stream's context holds a {@link Consumer} of the leases of a call, for the response to its request. */
    String KEY = TellingResponses.class.getName();

    /** Where there are no responses. */
    TellingResponses NONE = new TellingResponses() {
        @Override
        public void tell(List<Lease> leases) {}

        @Override
        public @Nullable Consumer<List<Lease>> later() {
            return null;
        }
    };

    /**
     * Has the response to the request that this thread handles tell.
     *
     * @param leases what its controller's call has taken
     */
    void tell(List<Lease> leases);

    /**
     * The response to the request that this thread handles, for a call that any thread may decide later.
     *
     * @return who takes the leases; null if this thread handles no request
     */
    @Nullable
    Consumer<List<Lease>> later();
}

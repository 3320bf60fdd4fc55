package dev.zaelimiter.spring.annotation;

import dev.zaelimiter.Lease;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The leases of one call, whose end may come from several sides at the same time. The first end gets them; a lease that
 * comes after that goes back. Safe for use by many threads.
 */
final class HeldLeases {

    private final List<Lease> leases = new ArrayList<>();
    private boolean ended;

    /** False if the call has ended: then the lease has gone back. One that is held already stays where it is. */
    boolean add(Lease lease) {
        boolean late;
        synchronized (this) {
            if (isKnown(lease)) {
                return true;
            }
            late = ended;
            if (!late) {
                leases.add(lease);
            }
        }
        if (late) {
            lease.giveBack();
        }
        return !late;
    }

    @SuppressWarnings("ReferenceEquality") // each lease is one, whatever it took
    private boolean isKnown(Lease lease) {
        return leases.stream().anyMatch(held -> held == lease);
    }

    /** What is held now. */
    synchronized List<Lease> now() {
        return List.copyOf(leases);
    }

    /** All of them, for the first who ends the call; null for others. */
    synchronized @Nullable List<Lease> end() {
        if (ended) {
            return null;
        }
        ended = true;
        return List.copyOf(leases);
    }
}

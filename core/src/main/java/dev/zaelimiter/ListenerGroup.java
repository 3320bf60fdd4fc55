package dev.zaelimiter;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Several listeners as one. Immutable; as safe for many threads as they are. */
final class ListenerGroup implements LimiterListener {

    private final List<LimiterListener> all;
    /** Those who hear of immediate grants too; the others are spared those alone. */
    private final boolean hearsImmediateGrants;

    private ListenerGroup(List<LimiterListener> all) {
        this.all = all;
        this.hearsImmediateGrants = all.stream().anyMatch(LimiterListener::hearsImmediateGrants);
    }

    static LimiterListener of(Collection<? extends LimiterListener> listeners) {
        List<LimiterListener> heard = new ArrayList<>(listeners);
        heard.removeIf(listener -> listener == NONE);
        return switch (heard.size()) {
            case 0 -> NONE;
            case 1 -> heard.get(0);
            default -> new ListenerGroup(List.copyOf(heard));
        };
    }

    private void tell(Consumer<LimiterListener> telling) {
        Throwable first = null;
        for (LimiterListener listener : all) {
            try {
                telling.accept(listener);
            } catch (RuntimeException | Error thrown) {
                first = first == null ? thrown : first;
            }
        }
        if (first instanceof Error error) {
            throw error;
        } else if (first != null) {
            throw (RuntimeException) first;
        }
    }

    @Override
    public boolean hearsImmediateGrants() {
        return hearsImmediateGrants;
    }

    @Override
    public @Nullable PendingRequest pending(AcquireRequest request) {
        List<PendingRequest> told = new ArrayList<>(all.size());
        for (LimiterListener listener : all) {
            PendingRequest pending = pending(listener, request);
            if (pending != null) {
                told.add(pending);
            }
        }
        return switch (told.size()) {
            case 0 -> null;
            case 1 -> told.get(0);
            default -> (end, failure) -> told.forEach(pending -> ended(pending, end, failure));
        };
    }

    /** Whoever throws has nothing to be told later, and the others do. */
    private static @Nullable PendingRequest pending(LimiterListener listener, AcquireRequest request) {
        try {
            return listener.pending(request);
        } catch (RuntimeException thrown) {
            return null;
        }
    }

    private static void ended(PendingRequest pending, PendingRequest.End end, @Nullable Throwable failure) {
        try {
            pending.ended(end, failure);
        } catch (RuntimeException thrown) {
            // The others are to hear of it all the same.
            return;
        }
    }

    @Override
    public void granted(AcquireRequest request, long waitNanos) {
        tell(listener -> listener.granted(request, waitNanos));
    }

    @Override
    public void refused(Refusal refusal, boolean local) {
        tell(listener -> listener.refused(refusal, local));
    }

    @Override
    public void degraded(String entity, String resource, boolean admitted, @Nullable Throwable cause) {
        tell(listener -> listener.degraded(entity, resource, admitted, cause));
    }

    @Override
    public void wrote(BucketWrite write) {
        tell(listener -> listener.wrote(write));
    }

    @Override
    public void lostAdjustment(String entity, String resource, String limit, long delta, @Nullable Throwable cause) {
        tell(listener -> listener.lostAdjustment(entity, resource, limit, delta, cause));
    }

    @Override
    public void cutGiveBack(String entity, String resource, String limit, long tokens) {
        tell(listener -> listener.cutGiveBack(entity, resource, limit, tokens));
    }

    @Override
    public void skippedLimit(String entity, String resource, String limit) {
        tell(listener -> listener.skippedLimit(entity, resource, limit));
    }

    @Override
    public void configLoaded(String key, boolean found) {
        tell(listener -> listener.configLoaded(key, found));
    }
}

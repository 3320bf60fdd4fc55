package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the last request of one pipeline was in the engine's units, and where its limits stand in the bucket: an
 * application that cares for speed asks the same over and over.
 */
@SuppressWarnings("ReferenceEquality") // the very same request or layout, not an equal one
public final class BindingCache {

    private volatile @Nullable Prepared prepared;
    private @Nullable Binding binding;

    private record Prepared(AcquireRequest request, TakeRequest take) {}

    private record Binding(TakeRequest take, BucketLayout layout, int[] bound) {}

    /** A request in the engine's units. May be asked by any thread. */
    public TakeRequest take(AcquireRequest request) {
        Prepared last = prepared;
        if (last == null || last.request != request) {
            last = new Prepared(request, TakeRequest.of(request));
            prepared = last;
        }
        return last.take;
    }

    /**
     * The index of each name in a layout, if the last one bound had the same names. For the one who works the pipeline.
     */
    int @Nullable [] known(TakeRequest take, BucketLayout layout) {
        Binding last = binding;
        return last != null
                        && last.layout == layout
                        && (last.take == take || Arrays.equals(last.take.names(), take.names()))
                ? last.bound
                : null;
    }

    /** All names are there. For the one who works the pipeline. */
    void bound(TakeRequest take, BucketLayout layout, int[] bound) {
        binding = new Binding(take, layout, bound);
    }
}

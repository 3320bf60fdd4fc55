package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.engine.planning.Takes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the last request of one pipeline was in the engine's units, and where its limits stand in the bucket: an
 * application that cares for speed asks the same over and over.
 */
@SuppressWarnings("ReferenceEquality") // the very same request or layout, not an equal one
public final class Bindings {

    private volatile @Nullable Prepared prepared;
    private @Nullable Binding binding;

    private record Prepared(AcquireRequest request, Takes takes) {}

    private record Binding(Takes takes, BucketLayout layout, int[] bound) {}

    /** A request in the engine's units. May be asked by any thread. */
    public Takes takes(AcquireRequest request) {
        Prepared last = prepared;
        if (last == null || last.request != request) {
            last = new Prepared(request, Takes.of(request));
            prepared = last;
        }
        return last.takes;
    }

    /** The index of each name in a layout, if the last one bound had the same names. For the one who works the pipeline. */
    int @Nullable [] known(Takes takes, BucketLayout layout) {
        Binding last = binding;
        return last != null
                        && last.layout == layout
                        && (last.takes == takes || Arrays.equals(last.takes.names(), takes.names()))
                ? last.bound
                : null;
    }

    /** All names are there. For the one who works the pipeline. */
    void bound(Takes takes, BucketLayout layout, int[] bound) {
        binding = new Binding(takes, layout, bound);
    }
}

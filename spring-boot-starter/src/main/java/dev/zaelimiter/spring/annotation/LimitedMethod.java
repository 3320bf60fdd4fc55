package dev.zaelimiter.spring.annotation;

import dev.zaelimiter.AcquireRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapter;

/**
 * All annotations of one method of one class. Immutable.
 *
 * @param operations in the order in which they are taken
 * @param places which argument each variable means
 * @param end when a call has ended
 * @param adapter of its reactive type, or null
 * @param tells whether it belongs to a controller, whose client is told what its calls have taken
 */
record LimitedMethod(
        List<LimitedOperation> operations,
        Map<String, Integer> places,
        End end,
        @Nullable ReactiveAdapter adapter,
        boolean tells) {

    /** When a call has ended. */
    enum End {
        /** When it returns. */
        RETURN,
        /** When the future that it returns is complete. */
        FUTURE,
        /** When what subscribes to what it returns is served. */
        STREAM
    }

    /** What one call takes by one annotation. */
    record Take(LimitedOperation operation, AcquireRequest request) {}

    /** What one call takes; nothing is taken yet. */
    List<Take> takes(CallContext context) {
        List<Take> takes = new ArrayList<>(operations.size());
        for (LimitedOperation operation : operations) {
            AcquireRequest request = operation.request(context);
            if (request != null) {
                takes.add(new Take(operation, request));
            }
        }
        return takes;
    }
}

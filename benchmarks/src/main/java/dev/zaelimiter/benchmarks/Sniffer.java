package dev.zaelimiter.benchmarks;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Keeps the last update that a client sent, to be sent again without the limiter. */
final class Sniffer implements ExecutionInterceptor {

    private final AtomicReference<@Nullable UpdateItemRequest> last = new AtomicReference<>();

    UpdateItemRequest last() {
        return Objects.requireNonNull(last.get(), "no update was sent");
    }

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        if (context.request() instanceof UpdateItemRequest update) {
            last.set(update);
        }
    }
}

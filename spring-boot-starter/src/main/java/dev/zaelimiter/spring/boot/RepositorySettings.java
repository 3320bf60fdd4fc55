package dev.zaelimiter.spring.boot;

import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Sets what the properties say of a repository; what is not allowed is named by its property. */
final class RepositorySettings {

    private static final String EXECUTOR = "applicationTaskExecutor";

    private final ZaeLimiterProperties properties;
    private final Environment environment;
    private final List<LimiterListener> listeners;
    private final ObjectProvider<Executor> executor;
    private final List<RepositoryBuilderCustomizer> customizers;

    RepositorySettings(
            ZaeLimiterProperties properties,
            Environment environment,
            List<LimiterListener> listeners,
            ObjectProvider<Executor> executor,
            List<RepositoryBuilderCustomizer> customizers) {
        this.properties = properties;
        this.environment = environment;
        this.listeners = listeners;
        this.executor = executor;
        this.customizers = customizers;
    }

    void on(RepositoryBuilder builder) {
        builder.environment(environment);
        builder.onUnavailable(properties.onUnavailable());
        builder.listener(LimiterListener.all(listeners));
        set("namespace", properties.namespace(), builder::namespace);
        set("deadline", properties.deadline(), builder::deadline);
        set("config-ttl", properties.configTtl(), builder::configTtl);
        set("refusal-freshness", properties.refusalFreshness(), builder::refusalFreshness);
        set("credit-linger", properties.creditLinger(), builder::creditLinger);
        set("ttl-multiplier", properties.ttlMultiplier(), builder::ttlMultiplier);
        set("max-buckets", properties.maxBuckets(), builder::maxBuckets);
        set("hot-buckets", properties.hotBuckets(), hot -> builder.hotBuckets(ofRemembered(hot)));
        set("principal", properties.principal(), builder::principal);
        set("audit-retention", properties.auditRetention(), builder::auditRetention);
        if (properties.existingNamespace()) {
            builder.existingNamespace();
        }
        switch (properties.callbacks()) {
            case OWN_THREADS -> {}
            case INLINE -> builder.inlineCallbacks();
            case APPLICATION_TASK_EXECUTOR -> builder.callbacks(taskExecutor());
        }
        customizers.forEach(customizer -> customizer.customize(builder));
    }

    private int ofRemembered(int hot) {
        Integer max = properties.maxBuckets();
        if (max != null && hot > max) {
            throw new InvalidInputException("hotBuckets", hot, "1 to zae.limiter.max-buckets, which is " + max);
        }
        return hot;
    }

    private Executor taskExecutor() {
        Executor found = executor.getIfAvailable();
        if (found == null) {
            throw new LimiterPropertyException(
                    "zae.limiter.callbacks",
                    "application-task-executor",
                    "own-threads or inline, where there is no bean '" + EXECUTOR + "'");
        }
        return found;
    }

    private static <T> void set(String property, @Nullable T value, Consumer<T> setter) {
        if (value != null) {
            LimiterPropertyException.naming("zae.limiter." + property, value, () -> setter.accept(value));
        }
    }
}

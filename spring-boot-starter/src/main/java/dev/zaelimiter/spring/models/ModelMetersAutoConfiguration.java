package dev.zaelimiter.spring.models;

import dev.zaelimiter.llm.ModelListener;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The meters of calls to models, where there is a registry. */
@AutoConfiguration(
        before = ModelLimiterAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass({MeterRegistry.class, ModelListener.class})
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnBooleanProperty(name = "zae.limiter.metrics.enabled", matchIfMissing = true)
public final class ModelMetersAutoConfiguration {

    @Bean
    ModelListener zaeModelMeters(MeterRegistry registry) {
        return new ModelMeters(registry);
    }
}

package dev.zaelimiter.spring.observe;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.micrometer.LimiterMetrics;
import dev.zaelimiter.spring.boot.LimiterPropertyException;
import dev.zaelimiter.spring.boot.ZaeLimiterAutoConfiguration;
import dev.zaelimiter.spring.boot.ZaeLimiterProperties;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** The meters of the limiter, in every registry that Spring Boot binds meters to. */
@AutoConfiguration(after = ZaeLimiterAutoConfiguration.class)
@ConditionalOnClass({MeterRegistry.class, LimiterMetrics.class})
@ConditionalOnBooleanProperty(name = "zae.limiter.metrics.enabled", matchIfMissing = true)
public final class LimiterMetricsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    LimiterMetrics zaeLimiterMetrics(ZaeLimiterProperties properties) {
        ZaeLimiterProperties.Metrics settings = properties.metrics();
        LimiterMetrics.Builder builder = LimiterMetrics.builder();
        if (settings.byResource()) {
            builder.byResource();
        }
        LimiterPropertyException.naming(
                "zae.limiter.metrics.entities",
                settings.entities().size() + " ids",
                () -> builder.entities(settings.entities()));
        LimiterPropertyException.naming(
                "zae.limiter.metrics.max-resources",
                settings.maxResources(),
                () -> builder.maxResources(settings.maxResources()));
        return builder.build();
    }

    @Bean
    @ConditionalOnSingleCandidate(LimitRepository.class)
    MeterBinder zaeLimiterMeters(LimiterMetrics metrics, LimitRepository repository) {
        return registry -> metrics.bindTo(registry, repository);
    }
}

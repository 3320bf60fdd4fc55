package dev.zaelimiter.spring.observe;

import dev.zaelimiter.micrometer.LimiterObservations;
import dev.zaelimiter.spring.boot.ZaeLimiterAutoConfiguration;
import dev.zaelimiter.spring.boot.ZaeLimiterProperties;
import io.micrometer.observation.ObservationRegistry;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.util.function.SingletonSupplier;

/** Spans of acquires that wait, where there is a registry of observations. */
@AutoConfiguration(after = ZaeLimiterAutoConfiguration.class)
@ConditionalOnClass({ObservationRegistry.class, LimiterObservations.class})
@ConditionalOnBooleanProperty(name = "zae.limiter.observations.enabled", matchIfMissing = true)
public final class LimiterObservationsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    LimiterObservations zaeLimiterObservations(
            ObjectProvider<ObservationRegistry> registries, ZaeLimiterProperties properties) {
        // Asked when the first acquire waits: handlers of the registry may need beans that need the limiter.
        Supplier<ObservationRegistry> registry =
                SingletonSupplier.of(() -> registries.getIfAvailable(() -> ObservationRegistry.NOOP));
        LimiterObservations observations = LimiterObservations.to(registry);
        return properties.observations().withEntity() ? observations.withEntity() : observations;
    }
}

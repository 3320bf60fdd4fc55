package dev.zaelimiter.spring.observe;

import dev.zaelimiter.Environment;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.spring.boot.ZaeLimiterAutoConfiguration;
import dev.zaelimiter.spring.boot.ZaeLimiterProperties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Tells whether the store of the limits answers. */
@AutoConfiguration(after = ZaeLimiterAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("zaelimiter")
public final class LimiterHealthAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "zaeLimiterHealthIndicator")
    @ConditionalOnSingleCandidate(LimitRepository.class)
    HealthIndicator zaeLimiterHealthIndicator(
            LimitRepository repository, ZaeLimiterProperties properties, ObjectProvider<Environment> environments) {
        return new LimiterHealthIndicator(
                repository, properties.deadline(), environments.getIfAvailable(Environment::system));
    }
}

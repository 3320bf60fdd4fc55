package dev.zaelimiter.spring.observe;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.spring.boot.ZaeLimiterAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** The endpoint {@code limits}. */
@AutoConfiguration(after = ZaeLimiterAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnAvailableEndpoint(LimitsEndpoint.class)
public final class LimitsEndpointAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnSingleCandidate(LimitRepository.class)
    LimitsEndpoint zaeLimitsEndpoint(LimitRepository repository) {
        return new LimitsEndpoint(repository);
    }
}

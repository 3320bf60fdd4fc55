package dev.zaelimiter.spring.boot;

import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Environment;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.admin.manifest.Manifest;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * A {@link LimitRepository}, its {@link RateLimiter} and its {@link AsyncRateLimiter}, from {@code zae.limiter}
 * properties. Each makes way for a bean of the application. Declared limits are applied, or checked, before anybody
 * gets the repository. It is closed when the context destroys its beans: after the web server has let its last request
 * go, and after all beans that use it.
 */
@AutoConfiguration
@EnableConfigurationProperties(ZaeLimiterProperties.class)
public final class ZaeLimiterAutoConfiguration {

    static final String REPOSITORY = "zaeLimiterRepository";

    @Bean(name = REPOSITORY, destroyMethod = "close")
    @ConditionalOnMissingBean(LimitRepository.class)
    LimitRepository zaeLimiterRepository(
            ZaeLimiterProperties properties,
            DeclaredLimitsOfApplication declared,
            ObjectProvider<Environment> environments,
            ObjectProvider<LimiterListener> listeners,
            @Qualifier("applicationTaskExecutor") ObjectProvider<Executor> executor,
            ObjectProvider<RepositoryBuilderCustomizer> customizers,
            ObjectProvider<DynamoDbBuilderCustomizer> tableCustomizers) {
        Environment environment = environments.getIfAvailable(Environment::system);
        RepositorySettings settings = new RepositorySettings(
                properties,
                environment,
                listeners.orderedStream().toList(),
                executor,
                customizers.orderedStream().toList());
        LimitRepository repository = new StoreOpener(properties, tableCustomizers).open(settings::on);
        Manifest manifest = declared.manifest();
        try {
            if (manifest != null) {
                new LimitsAtStart(repository, properties.limits(), environment).make(manifest);
            }
            return repository;
        } catch (RuntimeException e) {
            repository.close();
            throw e;
        }
    }

    /** Before anything is bound: what the binder says of such names is hard to understand. */
    @Bean
    static BeanFactoryPostProcessor zaeLimiterDeclaredNames(ConfigurableEnvironment environment) {
        return beans -> DeclaredNames.check(environment);
    }

    @Bean
    DeclaredLimitsOfApplication zaeLimiterDeclaredLimits(
            ZaeLimiterProperties properties, ConfigurableEnvironment environment, ListableBeanFactory beans) {
        PropertyNames.check(environment, beans);
        return new DeclaredLimitsOfApplication(properties, beans);
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnSingleCandidate(LimitRepository.class)
    RateLimiter zaeRateLimiter(LimitRepository repository) {
        return repository.rateLimiter();
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnSingleCandidate(LimitRepository.class)
    AsyncRateLimiter zaeAsyncRateLimiter(LimitRepository repository) {
        return repository.asyncRateLimiter();
    }
}

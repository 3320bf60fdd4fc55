package dev.zaelimiter.spring.annotation;

import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.spring.boot.ZaeLimiterAutoConfiguration;
import dev.zaelimiter.spring.internal.TellingResponses;
import java.util.function.Supplier;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.annotation.Role;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Beans with {@link RateLimited} are limited. The limiter is looked for when the first call comes; without one, that
 * call fails.
 */
@AutoConfiguration(after = ZaeLimiterAutoConfiguration.class)
@Import(RateLimitedAutoConfiguration.Proxies.class)
public final class RateLimitedAutoConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static LimitedMethods zaeLimitedMethods(ConfigurableListableBeanFactory beans, Environment environment) {
        AnnotationSettings settings = AnnotationSettings.of(environment);
        DeclaredNamesCheck declared = new DeclaredNamesCheck(beans);
        return new LimitedMethods(
                new Expressions(loader(beans)),
                settings.naming(),
                settings.letThrough(),
                environment::resolveRequiredPlaceholders,
                declared);
    }

    private static ClassLoader loader(ConfigurableListableBeanFactory beans) {
        ClassLoader loader = beans.getBeanClassLoader();
        return loader == null ? RateLimitedAutoConfiguration.class.getClassLoader() : loader;
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static RateLimitedAdvisor zaeRateLimitedAdvisor(
            LimitedMethods methods,
            ObjectProvider<RateLimiter> limiters,
            ObjectProvider<AsyncRateLimiter> asyncLimiters,
            ObjectProvider<CallerSource> principals,
            ObjectProvider<TellingResponses> responses,
            BeanFactory beans,
            Environment environment) {
        StandardEvaluationContext shared = new StandardEvaluationContext();
        shared.setBeanResolver(new BeanFactoryResolver(beans));
        Supplier<RateLimiter> limiter = SingletonSupplier.of(limiters::getObject);
        Supplier<AsyncRateLimiter> async = SingletonSupplier.of(asyncLimiters::getObject);
        Supplier<CallerSource> principal = SingletonSupplier.of(principals::getObject);
        Supplier<TellingResponses> response =
                SingletonSupplier.of(() -> responses.getIfAvailable(() -> TellingResponses.NONE));
        return new RateLimitedAdvisor(
                methods,
                new RateLimitedInterceptor(methods, limiter, async, principal, response, shared),
                AnnotationSettings.of(environment).order());
    }

    @Bean
    @ConditionalOnMissingBean
    static CallerSource zaeLimiterPrincipals() {
        boolean secured = ClassUtils.isPresent(
                "org.springframework.security.core.context.SecurityContextHolder",
                RateLimitedAutoConfiguration.class.getClassLoader());
        return secured ? new LoggedInCaller() : () -> null;
    }

    /** Somebody has to make proxies, also where nobody else does. */
    static final class Proxies implements ImportBeanDefinitionRegistrar {

        private final Environment environment;

        Proxies(Environment environment) {
            this.environment = environment;
        }

        @Override
        public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
            AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
            if (environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true)) {
                AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
            }
        }
    }
}

package dev.zaelimiter.spring.annotation;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Environment;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.spring.boot.ZaeLimiterAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * Contexts with a limiter on a clock that stands still: 10 rpm and 1000 tpm for everybody on {@code gpt-4}, 2 rpm on
 * {@code scarce}.
 */
final class Annotated {

    final ManualClock clock = new ManualClock();

    ApplicationContextRunner runner(Class<?>... beans) {
        ApplicationContextRunner runner = bare(beans);
        return runner.withPropertyValues(
                "zae.limiter.limits.resources.gpt-4.rpm=10/min",
                "zae.limiter.limits.resources.gpt-4.tpm=1000/min",
                "zae.limiter.limits.resources.scarce.rpm=2/min");
    }

    ApplicationContextRunner bare(Class<?>... beans) {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(ZaeLimiterAutoConfiguration.class, RateLimitedAutoConfiguration.class))
                .withPropertyValues("zae.limiter.callbacks=inline")
                .withBean("limiterClock", Environment.class, () -> clock);
        for (Class<?> bean : beans) {
            runner = runner.withBean(bean);
        }
        return runner;
    }

    static long left(RateLimiter limiter, String entity, String resource, String limit) {
        return limiter.check(AcquireRequest.of(entity, resource, limit, 0)).available(limit);
    }

    static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && !(root instanceof RateLimitedException)) {
            root = root.getCause();
        }
        return root;
    }
}

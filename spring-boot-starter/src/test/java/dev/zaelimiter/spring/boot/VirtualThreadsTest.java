package dev.zaelimiter.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Environment;
import dev.zaelimiter.ManualClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Where Spring Boot's tasks run on virtual threads, callbacks do. */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadsTest {

    private static final AcquireRequest WAITS =
            AcquireRequest.of("e", "r", "rpm", 1).withWait(Duration.ofMinutes(1));

    private final ManualClock clock = new ManualClock();

    @Test
    void callbacksOfTheTaskExecutor_runOnVirtualThreads() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(TaskExecutionAutoConfiguration.class, ZaeLimiterAutoConfiguration.class))
                .withPropertyValues(
                        "spring.threads.virtual.enabled=true",
                        "zae.limiter.callbacks=application-task-executor",
                        "zae.limiter.limits.system.rpm=1/min")
                .withBean("limiterClock", Environment.class, () -> clock)
                .run(context -> {
                    AsyncRateLimiter limiter = context.getBean(AsyncRateLimiter.class);
                    limiter.acquire(WAITS).get(20, TimeUnit.SECONDS);
                    // It waits, so that the callback is there before it is decided.
                    CompletableFuture<Boolean> virtual =
                            limiter.acquire(WAITS).thenApply(lease -> isVirtual(Thread.currentThread()));
                    assertThat(virtual).isNotDone();
                    clock.advance(Duration.ofMinutes(1));
                    assertThat(virtual.get(20, TimeUnit.SECONDS)).isTrue();
                });
    }

    /** There are none in Java 17, which this is compiled for. */
    private static boolean isVirtual(Thread thread) {
        try {
            return (boolean) Thread.class.getMethod("isVirtual").invoke(thread);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(String.valueOf(e.getMessage()), e);
        }
    }
}

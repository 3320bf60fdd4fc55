package dev.zaelimiter.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.filter.AnnotationTypeFilter;

class RepositoryFromPropertiesTest {

    private final ManualClock clock = new ManualClock();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ZaeLimiterAutoConfiguration.class))
            .withBean("limiterClock", dev.zaelimiter.Environment.class, () -> clock);

    @Test
    void noProperties_giveAStoreInMemoryAndBothFaces() {
        runner.run(context -> {
            assertThat(context).hasSingleBean(LimitRepository.class).hasSingleBean(RateLimiter.class);
            LimitRepository repository = context.getBean(LimitRepository.class);
            repository.limits().setSystemDefaults(Limit.perMinute("rpm", 1));
            RateLimiter limiter = context.getBean(RateLimiter.class);
            assertThat(limiter.tryAcquire("e", "r", "rpm", 1).granted()).isTrue();
            assertThat(context.getBean(AsyncRateLimiter.class)).isSameAs(repository.asyncRateLimiter());
            assertThat(limiter.tryAcquire("e", "r", "rpm", 1).granted()).isFalse();
            clock.advance(Duration.ofMinutes(1));
            assertThat(limiter.tryAcquire("e", "r", "rpm", 1).granted()).isTrue();
        });
    }

    @Test
    void beansOfTheApplication_takePrecedence() {
        LimitRepository own = EmbeddedRepository.inMemory();
        runner.withBean("own", LimitRepository.class, () -> own).run(context -> {
            assertThat(context.getBean(LimitRepository.class)).isSameAs(own);
            assertThat(context.getBean(RateLimiter.class)).isSameAs(own.rateLimiter());
        });
        LimitRepository second = EmbeddedRepository.inMemory();
        runner.withBean("own", LimitRepository.class, () -> second)
                .withPropertyValues("zae.limiter.limits.system.rpm=1/min")
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(LimitsAtStartException.class)
                        .hasMessageContaining("bean of the application"));
    }

    @ParameterizedTest
    @CsvSource({
        "deadline, 0s, PT0.001S",
        "config-ttl, -1s, PT0S",
        "refusal-freshness, 400d, PT8760H",
        "credit-linger, -1ms, PT0S",
        "ttl-multiplier, 1001, 1000",
        "max-buckets, 0, 1 or more",
        "hot-buckets, 0, 1 or more",
        "namespace, a b, letter",
        "principal, '', 512",
        "audit-retention, 1h, PT24H",
        "memory.max-items, 0, 1 or more",
    })
    void setting_thatIsNotAllowed_isNamedByItsProperty(String property, String value, String rule) {
        runner.withPropertyValues("zae.limiter." + property + "=" + value).run(context -> {
            Throwable root = root(context.getStartupFailure());
            assertThat(root).isInstanceOf(LimiterPropertyException.class).hasMessageContaining(rule);
            assertThat(((LimiterPropertyException) root).field()).isEqualTo("zae.limiter." + property);
            FailureAnalysis analysis = new LimiterFailureAnalyzer().analyze(context.getStartupFailure());
            assertThat(analysis.getDescription()).startsWith("zae.limiter." + property);
        });
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "on-unavailabel",
                "memory.max-itmes",
                "file.duralibity",
                "dynamodb.regoin",
                "limits.mdoe",
                "metrics.enabeld",
                "observations.with-entiti",
                "rate-limited.ordre",
                "modles.tokens"
            })
    void property_thatNobodyReads_stopsTheStart(String name) {
        runner.withPropertyValues("zae.limiter." + name + "=1")
                .run(context -> assertThat(root(context.getStartupFailure()))
                        .isInstanceOf(UnboundConfigurationPropertiesException.class)
                        .hasMessageContaining("zae.limiter." + name));
    }

    @Test
    @DisplayName("an application with routes could not be started without a web server, nor in a slice of a test")
    void property_ofAPartThatIsNotAtWork_isLeftToIt() {
        ApplicationContextRunner withParts =
                runner.withPropertyValues("zae.limiter.web.routes[0].path=/a", "zae.limiter.models.tokens=tpm");
        withParts.run(context -> assertThat(context).hasNotFailed());
        withParts
                .withClassLoader(new FilteredClassLoader("dev.zaelimiter.llm"))
                .run(context -> assertThat(root(context.getStartupFailure()))
                        .isInstanceOf(UnboundConfigurationPropertiesException.class)
                        .hasMessageContaining("zae.limiter.models.tokens"));
    }

    /** What is bound beside the starter's own properties is theirs to check. */
    @Test
    void propertiesOfEachPart_passOverNoName() throws Exception {
        var scanner = new ClassPathScanningCandidateComponentProvider(false);
        scanner.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
        List<String> parts = new ArrayList<>();
        for (BeanDefinition found : scanner.findCandidateComponents("dev.zaelimiter.spring")) {
            Class<?> type = Class.forName(found.getBeanClassName());
            if (type != ZaeLimiterProperties.class && !type.getName().contains("Test")) {
                parts.add(type.getSimpleName());
                assertThat(type.getAnnotation(ConfigurationProperties.class).ignoreUnknownFields())
                        .as(type.getName())
                        .isFalse();
            }
        }
        assertThat(parts).contains("WebProperties", "ModelProperties");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(Neighbour.class)
    static class WithNeighbour {}

    @ConfigurationProperties("zae.limiter.web")
    record Neighbour(String routes) {}

    @Test
    void property_thatAnotherModuleReads_isNoneOfOurs() {
        runner.withUserConfiguration(WithNeighbour.class)
                .withPropertyValues("zae.limiter.web.routes=x", "zae.limiter.web.more=y")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void storeInAFile_isThereAfterARestart(@TempDir Path directory) {
        ApplicationContextRunner filed = runner.withPropertyValues(
                "zae.limiter.store=file",
                "zae.limiter.file.path=" + directory.resolve("limits"),
                "zae.limiter.limits.system.rpm=2/day");
        List<RateLimiter> old = new ArrayList<>();
        for (boolean granted : new boolean[] {true, true, false}) {
            filed.run(context -> {
                RateLimiter limiter = context.getBean(RateLimiter.class);
                assertThat(limiter.tryAcquire("e", "r", "rpm", 1).granted()).isEqualTo(granted);
                old.add(limiter);
            });
        }
        assertThat(old)
                .hasSize(3)
                .allSatisfy(limiter -> org.assertj.core.api.Assertions.assertThatThrownBy(
                                () -> limiter.acquire("e", "r", "rpm", 1))
                        .isInstanceOf(RepositoryClosedException.class));
    }

    @Test
    void storeInAFile_withoutAPath_namesTheProperty() {
        runner.withPropertyValues("zae.limiter.store=file")
                .run(context ->
                        assertThat(root(context.getStartupFailure())).hasMessageContaining("zae.limiter.file.path"));
    }

    @Test
    void table_withoutItsModule_saysWhichToAdd() {
        runner.withPropertyValues("zae.limiter.store=dynamodb", "zae.limiter.dynamodb.table=my-app")
                .withClassLoader(new FilteredClassLoader("dev.zaelimiter.dynamodb"))
                .run(context -> assertThat(root(context.getStartupFailure()))
                        .isInstanceOf(LimiterPropertyException.class)
                        .hasMessageContaining("zae-limiter-dynamodb"));
    }

    @ParameterizedTest
    @CsvSource({
        "table, , the name of a table",
        "region, not a region, eu-west-1",
        "endpoint, ftp://x, http",
        "access-key, id, secret-key",
        "max-concurrency, 0, 1 to 10",
        "call-timeout, 2m, PT1M",
    })
    void table_withAWrongSetting_namesTheProperty(String property, String value, String rule) {
        ApplicationContextRunner tabled = runner.withPropertyValues("zae.limiter.store=dynamodb");
        if (value != null) {
            tabled = tabled.withPropertyValues(
                    "zae.limiter.dynamodb.table=my-app", "zae.limiter.dynamodb." + property + "=" + value);
        }
        tabled.run(context -> assertThat(root(context.getStartupFailure()))
                .isInstanceOf(LimiterPropertyException.class)
                .hasMessageContaining("zae.limiter.dynamodb.")
                .hasMessageContaining(rule));
    }

    @Test
    void table_thatCantBeReached_isSaidPlainly() {
        runner.withPropertyValues(
                        "zae.limiter.store=dynamodb",
                        "zae.limiter.dynamodb.table=my-app",
                        "zae.limiter.dynamodb.region=eu-west-1",
                        "zae.limiter.dynamodb.endpoint=http://127.0.0.1:1",
                        "zae.limiter.dynamodb.access-key=a",
                        "zae.limiter.dynamodb.secret-key=b")
                .withBean(
                        "system",
                        dev.zaelimiter.Environment.class,
                        dev.zaelimiter.Environment::system,
                        definition -> definition.setPrimary(true))
                .run(context -> {
                    assertThat(context).getFailure().hasRootCauseInstanceOf(Exception.class);
                    FailureAnalysis analysis = new LimiterFailureAnalyzer().analyze(context.getStartupFailure());
                    assertThat(analysis).isNotNull();
                    assertThat(analysis.getCause()).isInstanceOf(CannotOpenException.class);
                });
    }

    @Test
    @DisplayName(
            "whoever starts an application on a table that is not there was not told of the property that makes it")
    void table_thatIsNotThere_isToldWithThePropertyThatMakesIt() {
        FailureAnalysis analysis = new LimiterFailureAnalyzer()
                .analyze(
                        new CannotOpenException(CannotOpenException.Reason.TABLE_MISSING, "there is no table x", null));

        assertThat(analysis.getAction()).contains("zae.limiter.dynamodb.create=true");
    }

    @Test
    void listenersAndCustomizers_areAllAsked() {
        List<String> heard = new ArrayList<>();
        runner.withBean("one", LimiterListener.class, () -> refusals(heard, "one"))
                .withBean("two", LimiterListener.class, () -> refusals(heard, "two"))
                .withBean(RepositoryBuilderCustomizer.class, () -> builder -> builder.namespace("of-the-customizer"))
                .withPropertyValues("zae.limiter.callbacks=inline", "zae.limiter.limits.system.rpm=1/min")
                .run(context -> {
                    assertThat(context).getFailure().isNotNull();
                    assertThat(root(context.getStartupFailure())).hasMessageContaining("namespace");
                });
        runner.withBean("one", LimiterListener.class, () -> refusals(heard, "one"))
                .withBean("two", LimiterListener.class, () -> refusals(heard, "two"))
                .withPropertyValues("zae.limiter.callbacks=inline", "zae.limiter.limits.system.rpm=1/min")
                .run(context -> {
                    AsyncRateLimiter limiter = context.getBean(AsyncRateLimiter.class);
                    assertThat(limiter.tryAcquire("e", "r", "rpm", 2)).isCompleted();
                    assertThat(heard).containsExactly("one", "two");
                });
    }

    private static LimiterListener refusals(List<String> heard, String name) {
        return new LimiterListener() {
            @Override
            public void refused(Refusal refusal, boolean local) {
                heard.add(name);
            }
        };
    }

    @Test
    void callbacks_onTheTaskExecutor() {
        List<Runnable> tasks = new ArrayList<>();
        Supplier<Executor> executor = () -> tasks::add;
        runner.withBean("applicationTaskExecutor", Executor.class, executor)
                .withPropertyValues(
                        "zae.limiter.callbacks=application-task-executor", "zae.limiter.limits.system.rpm=1/min")
                .run(context -> {
                    var decided = context.getBean(AsyncRateLimiter.class).tryAcquire("e", "r", "rpm", 1);
                    assertThat(decided).isNotDone();
                    tasks.forEach(Runnable::run);
                    assertThat(decided).isCompleted();
                });
        runner.withPropertyValues("zae.limiter.callbacks=application-task-executor")
                .run(context ->
                        assertThat(root(context.getStartupFailure())).hasMessageContaining("zae.limiter.callbacks"));
    }
}

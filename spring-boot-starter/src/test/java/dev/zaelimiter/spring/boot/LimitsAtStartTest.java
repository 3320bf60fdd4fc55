package dev.zaelimiter.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Explanation;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.admin.manifest.Manifest;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;

class LimitsAtStartTest {

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(ZaeLimiterAutoConfiguration.class));

    /** Names with colons, which {@code withPropertyValues} would cut. */
    private ApplicationContextRunner with(String name, String value) {
        return runner.withInitializer(context -> context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("more", Map.of(name, value))));
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private static List<String> limits(Explanation explanation) {
        return explanation.lines().stream()
                .map(line -> line.limit() + " " + line.level())
                .toList();
    }

    @Test
    void limitsInTheConfiguration_areStored() {
        with("zae.limiter.limits.resources[a/b:c.d].credits", "5000000/never")
                .withPropertyValues(
                        "zae.limiter.limits.system.rpm=1000/min",
                        "zae.limiter.limits.resources.gpt-4.rpm=100/min",
                        "zae.limiter.limits.resources.gpt-4.tpm=50000/min:80000 soft",
                        "zae.limiter.limits.entities[key@x].gpt-4.rpm=7/90s",
                        "zae.limiter.limits.entities[key@x]._default_.rpm=8/d")
                .run(context -> {
                    RateLimiter limiter = context.getBean(RateLimiter.class);
                    assertThat(limits(limiter.explain("e", "gpt-4")))
                            .containsExactlyInAnyOrder(
                                    Limit.perMinute("rpm", 100) + " RESOURCE",
                                    Limit.perMinute("tpm", 50_000).burst(80_000).asSoft() + " RESOURCE");
                    assertThat(limits(limiter.explain("e", "a/b:c.d")))
                            .contains(Limit.budget("credits", 5_000_000) + " RESOURCE");
                    assertThat(limits(limiter.explain("key@x", "gpt-4")))
                            .anyMatch(line -> line.startsWith("rpm 7/90s"));
                    assertThat(limits(limiter.explain("key@x", "other"))).containsExactly("rpm 8/86400s ENTITY");
                    assertThat(limits(limiter.explain("e", "other"))).containsExactly("rpm 1000/60s SYSTEM");
                });
    }

    @ParameterizedTest
    @CsvSource({
        "system.rpm, 100, AMOUNT/PERIOD",
        "system.rpm, 100/fortnight, AMOUNT/PERIOD",
        "system.rpm, 0/min, 1 to",
        "system.rpm, 100/min:50, burst",
        "system.rpm, 100/never:50, AMOUNT/PERIOD",
        "system.rpm, 9999999999999999/min, 10^15",
        "system.rpm, 100/9999999999d, refillPeriod",
        "system.rpm, 100/0min, refillPeriod",
        "system[r pm], 100/min, letter",
        "system[wcu], 100/min, wcu",
        "resources[1x].rpm, 1/min, letter",
        "resources[a b].rpm, 1/min, letter",
        "entities[a b].gpt-4.rpm, 1/min, letter",
        "entities.a[b c].rpm, 1/min, letter",
    })
    void limitThatIsNotAllowed_isNamedByItsProperty(String property, String value, String rule) {
        runner.withPropertyValues("zae.limiter.limits." + property + "=" + value)
                .run(context -> {
                    Throwable root = root(context.getStartupFailure());
                    assertThat(root)
                            .isInstanceOf(LimiterPropertyException.class)
                            .hasMessageContaining(rule);
                    String name = ((LimiterPropertyException) root).field();
                    assertThat(name).startsWith("zae.limiter.limits." + property.replaceAll("[.\\[].*", ""));
                });
    }

    /** Outside brackets the binder takes signs out of keys: a limit by another name would be stored. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "resources.a/b.rpm",
                "resources.a:b.rpm",
                "entities.a@b.gpt-4.rpm",
                "resources.gpt-3.5.rpm",
                "resources.a.b.rpm",
                "system.a.b",
                "entities.key.rpm"
            })
    void nameThatTheBinderWouldChange_isRefused(String property) {
        with("zae.limiter.limits." + property, "1/min")
                .run(context -> assertThat(root(context.getStartupFailure()))
                        .isInstanceOf(LimiterPropertyException.class)
                        .hasMessageContaining("zae.limiter.limits." + property)
                        .hasMessageContaining("brackets"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"system.Requests_per_minute", "resources.gpt_4.rpm", "resources[gpt-3.5].rpm", "system.[a.b]"})
    void nameThatIsLegal_isKept(String property) {
        with("zae.limiter.limits." + property, "1/min").run(context -> {
            Manifest manifest =
                    context.getBean(DeclaredLimitsOfApplication.class).manifest();
            String given =
                    property.replaceAll("^(system|resources)\\.?\\[?", "").replaceAll("(\\]|\\.rpm).*", "");
            assertThat(manifest).isNotNull();
            assertThat(manifest.toYaml()).contains("  " + given + ":");
        });
    }

    @Test
    void manifest_isApplied(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(
                directory.resolve("limits.yaml"), "resources:\n  gpt-4:\n    limits:\n      rpm: {capacity: 5}\n");
        runner.withPropertyValues("zae.limiter.limits.manifest=file:" + file)
                .run(context -> assertThat(
                                limits(context.getBean(RateLimiter.class).explain("e", "gpt-4")))
                        .containsExactly("rpm 5/60s RESOURCE"));
        runner.withPropertyValues("zae.limiter.limits.manifest=file:" + file, "zae.limiter.limits.system.rpm=1/min")
                .run(context -> assertThat(root(context.getStartupFailure())).hasMessageContaining("not both"));
        runner.withPropertyValues("zae.limiter.limits.manifest=file:" + directory.resolve("none.yaml"))
                .run(context -> assertThat(root(context.getStartupFailure()))
                        .hasMessageContaining("zae.limiter.limits.manifest")
                        .hasMessageContaining("none.yaml"));
        Files.writeString(file, "namespace: other\nsystem:\n  limits:\n    rpm: {capacity: 5}\n");
        runner.withPropertyValues("zae.limiter.limits.manifest=file:" + file)
                .run(context -> assertThat(root(context.getStartupFailure())).hasMessageContaining("'other'"));
        Files.writeString(file, "system:\n  limits:\n    rpm: {capacity: many}\n");
        runner.withPropertyValues("zae.limiter.limits.manifest=file:" + file)
                .run(context -> assertThat(root(context.getStartupFailure())).hasMessageContaining("line 3"));
    }

    @Test
    void check_changesNothingAndStopsTheStart(@TempDir Path directory) {
        ApplicationContextRunner filed = runner.withPropertyValues(
                "zae.limiter.store=file", "zae.limiter.file.path=" + directory.resolve("limits"));
        filed.withPropertyValues("zae.limiter.limits.system.rpm=1/min", "zae.limiter.limits.mode=check")
                .run(context -> assertThat(root(context.getStartupFailure()))
                        .isInstanceOf(LimitsAtStartException.class)
                        .hasMessageContaining("1 to create"));
        filed.run(context -> assertThat(context.getBean(LimitRepository.class)
                        .limits()
                        .read(Level.system())
                        .limits())
                .isEmpty());
        filed.withPropertyValues("zae.limiter.limits.system.rpm=1/min")
                .run(context -> assertThat(context).hasNotFailed());
        filed.withPropertyValues("zae.limiter.limits.system.rpm=1/min", "zae.limiter.limits.mode=check")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void limitsThatAreNotDeclaredAnyMore_areDeletedOnlyIfThatIsAllowed(@TempDir Path directory) {
        ApplicationContextRunner filed = runner.withPropertyValues(
                "zae.limiter.store=file",
                "zae.limiter.file.path=" + directory.resolve("limits"),
                "zae.limiter.limits.system.rpm=1/min");
        filed.withPropertyValues("zae.limiter.limits.resources.r.rpm=2/min")
                .run(context -> assertThat(context).hasNotFailed());
        filed.run(context -> assertThat(root(context.getStartupFailure()))
                .isInstanceOf(LimitsAtStartException.class)
                .hasMessageContaining("1 to delete"));
        filed.withPropertyValues("zae.limiter.limits.allow-deletions=true")
                .run(context -> assertThat(
                                limits(context.getBean(RateLimiter.class).explain("e", "r")))
                        .containsExactly("rpm 1/60s SYSTEM"));
    }

    @Test
    void manyInstances_startAtTheSameMoment() throws Exception {
        ZaeLimiterProperties.Limits settings = new ZaeLimiterProperties.Limits(
                ZaeLimiterProperties.Limits.Mode.APPLY, null, Map.of(), Map.of(), Map.of(), false, false);
        Manifest manifest = Manifest.ofSystem("default", List.of(Limit.perMinute("rpm", 5)));
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (InMemoryStore store = new InMemoryStore(dev.zaelimiter.Environment.system())) {
            List<CompletableFuture<?>> starts = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                starts.add(CompletableFuture.runAsync(
                        () -> {
                            try (LimitRepository repository =
                                    RepositoryBuilder.on(store).build()) {
                                new LimitsAtStart(repository, settings, dev.zaelimiter.Environment.system())
                                        .make(manifest);
                            }
                        },
                        threads));
            }
            CompletableFuture.allOf(starts.toArray(CompletableFuture[]::new)).get(1, TimeUnit.MINUTES);
            try (LimitRepository repository = RepositoryBuilder.on(store).build()) {
                assertThat(repository.limits().read(Level.system()).limits())
                        .containsExactly(Limit.perMinute("rpm", 5));
            }
        } finally {
            threads.shutdownNow();
        }
    }
}

package dev.zaelimiter.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.spring.annotation.RateLimited;
import dev.zaelimiter.spring.annotation.RateLimitedAutoConfiguration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.javapoet.ClassName;

/** What a native image is made of: the context is written as code, compiled, and started without any scanning. */
class AheadOfTimeTest {

    public record User(String id) {}

    public static class Assistant {
        @RateLimited(resource = "gpt-4", entity = "#user.id", take = "rpm=1", settle = "rpm=#result.length()")
        public String ask(User user) {
            return "1";
        }

        @RateLimited(resource = "gpt-4", entity = "'x'", take = "rpm=3", fallback = "instead")
        public String tooMuch() {
            return "";
        }

        public String instead() {
            return "instead";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({ZaeLimiterAutoConfiguration.class, RateLimitedAutoConfiguration.class})
    public static class Application {
        @Bean
        Assistant assistant() {
            return new Assistant();
        }
    }

    private static MapPropertySource properties() {
        return new MapPropertySource(
                "test",
                Map.of(
                        "zae.limiter.limits.manifest",
                        "classpath:limits-of-the-aot-test.yaml",
                        "zae.limiter.deadline",
                        "2s"));
    }

    @Test
    @CompileWithForkedClassLoader
    void context_startsFromGeneratedCode() {
        TestGenerationContext generation = new TestGenerationContext();
        ClassName initializer;
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment().getPropertySources().addFirst(properties());
            context.register(Application.class);
            initializer = new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        }
        generation.writeGeneratedContent();
        hints(generation.getRuntimeHints());
        TestCompiler.forSystem().with(generation).compile(compiled -> {
            ApplicationContextInitializer<GenericApplicationContext> start =
                    cast(compiled.getInstance(ApplicationContextInitializer.class, initializer.toString()));
            try (GenericApplicationContext context = new GenericApplicationContext()) {
                context.getEnvironment().getPropertySources().addFirst(properties());
                start.initialize(context);
                context.refresh();
                Assistant assistant = context.getBean(Assistant.class);
                assertThat(assistant.ask(new User("k"))).isEqualTo("1");
                assistant.ask(new User("k"));
                assertThatThrownBy(() -> assistant.ask(new User("k"))).isInstanceOf(RateLimitExceededException.class);
                assertThat(assistant.tooMuch()).isEqualTo("instead");
            }
        });
    }

    @SuppressWarnings("unchecked") // written for such contexts
    private static ApplicationContextInitializer<GenericApplicationContext> cast(
            ApplicationContextInitializer<?> initializer) {
        return (ApplicationContextInitializer<GenericApplicationContext>) initializer;
    }

    private static void hints(RuntimeHints hints) {
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(User.class, "id"))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Assistant.class, "instead"))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.resource().forResource("limits-of-the-aot-test.yaml"))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(ZaeLimiterProperties.class))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(ZaeLimiterProperties.Limits.class))
                .accepts(hints);
    }
}

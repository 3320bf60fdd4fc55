package dev.zaelimiter.spring.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.llm.CallReport;
import dev.zaelimiter.llm.ModelLimiter;
import dev.zaelimiter.llm.ModelPrompt;
import dev.zaelimiter.llm.ServiceAnswer;
import dev.zaelimiter.llm.TokenEstimator;
import dev.zaelimiter.spring.ai.RateLimitAdvisor;
import dev.zaelimiter.spring.boot.LimiterPropertyException;
import dev.zaelimiter.spring.boot.ZaeLimiterAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.model.chat.client.autoconfigure.ChatClientAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** With Spring AI and the limiter on the class path every ChatClient is limited, by properties. */
class ModelLimitsTest {

    private static final ChatModel MODEL = prompt -> new ChatResponse(
            List.of(new Generation(new AssistantMessage("Hello"))),
            ChatResponseMetadata.builder().usage(new DefaultUsage(33, 7, 40)).build());

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ZaeLimiterAutoConfiguration.class,
                    ModelMetersAutoConfiguration.class,
                    ModelLimiterAutoConfiguration.class,
                    ChatClientLimitsAutoConfiguration.class,
                    ChatClientAutoConfiguration.class))
            .withBean(ChatModel.class, () -> MODEL)
            .withBean(TokenEstimator.class, TokenEstimator::byCharacters)
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .withPropertyValues(
                    "zae.limiter.limits.resources.chat.rpm=2/d",
                    "zae.limiter.limits.resources.chat.tpm=1000/d",
                    "zae.limiter.models.resource=chat");

    private static String ask(ChatClient client) {
        return client.prompt("How are you?")
                .advisors(advisor -> advisor.param(RateLimitAdvisor.ENTITY, "key"))
                .call()
                .content();
    }

    @Test
    void chatClient_isLimited_andCounted() {
        runner.run(context -> {
            ChatClient client = context.getBean(ChatClient.Builder.class).build();
            assertThat(ask(client)).isEqualTo("Hello");
            assertThat(context.getBean(LimitRepository.class)
                            .rateLimiter()
                            .check(AcquireRequest.of("key", "chat", "tpm", 0))
                            .available("tpm"))
                    .isEqualTo(960);
            ask(client);
            assertThatThrownBy(() -> ask(client)).isInstanceOf(RateLimitExceededException.class);
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            assertThat(registry.get(ModelMeters.CALLS)
                            .tags("resource", "chat", "end", "answered")
                            .counter()
                            .count())
                    .isEqualTo(2);
            assertThat(registry.get(ModelMeters.TOKENS)
                            .tags("resource", "chat", "kind", "charged")
                            .counter()
                            .count())
                    .isEqualTo(80);
            context.getBean(ModelLimiter.class).providerSaid("chat", new ServiceAnswer(429, Map.of()));
            assertThat(registry.get(ModelMeters.PROVIDER_REFUSALS).counter().count())
                    .isEqualTo(1);
        });
    }

    @Test
    void meters_areNamedOnThePage() throws IOException {
        assertThat(Files.readString(Path.of("..", "docs", "user", "language-models.md")))
                .contains(
                        '`' + ModelMeters.CALLS + '`',
                        '`' + ModelMeters.TOKENS + '`',
                        '`' + ModelMeters.PROVIDER_REFUSALS + '`');
    }

    @Test
    void meters_ofManyResources_areABoundedNumber() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ModelMeters meters = new ModelMeters(registry);
        for (int i = 0; i < 1_000; i++) {
            meters.ended(new CallReport("key-" + i, "model-" + i, 10, 10, CallReport.End.ANSWERED, false));
        }
        assertThat(registry.getMeters()).hasSize(3 * 101);
    }

    @Test
    void entity_isMissing_failsUnlessThereIsADefault() {
        runner.run(context -> assertThatThrownBy(() -> context.getBean(ChatClient.Builder.class)
                        .build()
                        .prompt("Hi")
                        .call()
                        .content())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("zae.limiter.entity"));
        runner.withPropertyValues("zae.limiter.models.default-entity=everybody").run(context -> {
            ChatClient client = context.getBean(ChatClient.Builder.class).build();
            client.prompt("Hi").call().content();
            client.prompt("Hi").call().content();
            assertThatThrownBy(() -> client.prompt("Hi").call().content())
                    .isInstanceOf(RateLimitExceededException.class);
        });
    }

    @Test
    void disabled_limitsNothing_becauseASettingSaysSo() {
        runner.withPropertyValues("zae.limiter.models.enabled=false").run(context -> {
            assertThat(context).doesNotHaveBean(RateLimitAdvisor.class);
            ChatClient client = context.getBean(ChatClient.Builder.class).build();
            for (int i = 0; i < 5; i++) {
                client.prompt("Hi").call().content();
            }
        });
    }

    @Test
    void limits_byName_takeThePlaceOfTheUsualOnes() {
        runner.withPropertyValues(
                        "zae.limiter.limits.resources.chat.calls=5/d",
                        "zae.limiter.limits.resources.chat.in=1000/d",
                        "zae.limiter.limits.resources.chat.out=1000/d",
                        "zae.limiter.models.requests=calls",
                        "zae.limiter.models.input-tokens=in",
                        "zae.limiter.models.output-tokens=out",
                        "zae.limiter.models.expected-answer=60")
                .run(context -> {
                    var lease = context.getBean(ModelLimiter.class)
                            .begin("key", "chat", ModelPrompt.of("q".repeat(144)))
                            .lease();
                    assertThat(lease.held("calls")).isEqualTo(1);
                    assertThat(lease.held("in")).isEqualTo(40);
                    assertThat(lease.held("out")).isEqualTo(60);
                    assertThat(lease.held("tpm")).isZero();
                });
    }

    @ParameterizedTest
    @CsvSource({
        "resource, of nobody, resource",
        "'resources.[gpt-4]', no name, 'resources[gpt-4]'",
        "tokens, no name, tokens",
        "tokens, tps, resource",
        "resource, nobody, resource",
        "expected-answer, -1, expected-answer",
        "estimate-of-last-resort, 0, estimate-of-last-resort",
        "wait-at-most, -1s, wait-at-most",
        "heed-providers, -1s, heed-providers",
        "default-entity, no name, default-entity"
    })
    void property_thatIsNotAllowed_stopsTheStart_andIsNamed(String property, String value, String named) {
        runner.withPropertyValues("zae.limiter.models." + property + "=" + value)
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(LimiterPropertyException.class)
                        .hasMessageContaining("zae.limiter.models." + named));
    }

    @Test
    void property_thatIsMisspelt_stopsTheStart() {
        runner.withPropertyValues("zae.limiter.models.entitty=x")
                .run(context ->
                        assertThat(context.getStartupFailure()).rootCause().hasMessageContaining("entitty"));
    }

    @Test
    void application_withoutSpringAi_getsTheLimiterAlone() {
        runner.withClassLoader(new FilteredClassLoader(ChatClient.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(ModelLimiter.class)
                        .doesNotHaveBean(RateLimitAdvisor.class));
    }
}

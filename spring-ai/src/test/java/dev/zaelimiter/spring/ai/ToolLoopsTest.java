package dev.zaelimiter.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.llm.CallReport;
import dev.zaelimiter.testkit.model.ModelReply;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.function.FunctionToolCallback;

/** Calls that ask the model more than once. */
class ToolLoopsTest extends OnAModel {

    /** A lease for all rounds would be settled to the last one alone. */
    @Test
    void toolLoop_eachRoundIsACallOfItsOwn() throws Exception {
        model.next(ModelReply.calling("weather", "{\"city\":\"Bern\"}").using(50, 10));
        model.next(ModelReply.of("It rains.").using(70, 5));
        String answer = asking(client())
                .tools(FunctionToolCallback.builder("weather", (City city) -> "rain in " + city.city())
                        .description("the weather")
                        .inputType(City.class)
                        .build())
                .call()
                .content();
        assertThat(answer).isEqualTo("It rains.");
        assertThat(used("rpm")).isEqualTo(2);
        assertThat(used("tpm")).isEqualTo(60 + 75);
        assertThat(reports).hasSize(2);
        assertThat(reports.stream().map(CallReport::charged)).containsExactly(60L, 75L);
        assertThat(reports.stream().map(CallReport::estimated).toList().get(1))
                .as("the second round has more to send")
                .isGreaterThan(reports.element().estimated());
    }

    record City(String city) {}

    @Test
    void toolLoop_streamed_eachRoundIsACallOfItsOwn() {
        model.next(ModelReply.calling("weather", "{\"city\":\"Bern\"}").using(50, 10));
        model.next(ModelReply.of("It ", "rains.").using(70, 5));
        List<String> answer = asking(client())
                .tools(FunctionToolCallback.builder("weather", (City city) -> "rain in " + city.city())
                        .description("the weather")
                        .inputType(City.class)
                        .build())
                .stream()
                .content()
                .collectList()
                .block(SOON);
        assertThat(String.join("", answer)).isEqualTo("It rains.");
        assertThat(used("rpm")).isEqualTo(2);
        assertThat(used("tpm")).isEqualTo(60 + 75);
    }

    @Test
    void call_refusedInTheMiddleOfAToolLoop_keepsTheRoundBefore() {
        repository.rateLimiter().acquire("key", "gpt-4", "rpm", 9);
        model.next(ModelReply.calling("weather", "{\"city\":\"Bern\"}").using(50, 10));
        assertThatThrownBy(() -> asking(client())
                        .tools(FunctionToolCallback.builder("weather", (City city) -> "rain")
                                .inputType(City.class)
                                .build())
                        .call()
                        .content())
                .isInstanceOf(RateLimitExceededException.class);
        assertThat(used("tpm")).isEqualTo(60);
    }

    /** The model's client tries three times: that is one call, and one that was answered. */
    @Test
    void call_retriedByTheModelsClient_isOneCall() throws Exception {
        model.next(ModelReply.failing(500));
        model.next(ModelReply.failing(429).header("Retry-After", "0"));
        model.next(ModelReply.of("Hello").using(33, 7));
        OpenAiChatModel patient = OpenAiChatModel.builder()
                .options(OpenAiChatOptions.builder()
                        .baseUrl(model.url().toString())
                        .apiKey("secret")
                        .model("gpt-4")
                        .maxTokens(60)
                        .maxRetries(2)
                        .timeout(SOON)
                        .build())
                .build();
        ChatClient client = ChatClient.builder(patient)
                .defaultAdvisors(RateLimitAdvisor.of(builder().build()))
                .build();
        assertThat(asking(client).call().content()).isEqualTo("Hello");
        assertThat(model.requests()).hasSize(3);
        assertThat(used("rpm")).isEqualTo(1);
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED);
    }
}

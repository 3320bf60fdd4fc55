package dev.zaelimiter.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.llm.CallReport;
import dev.zaelimiter.llm.EstimateException;
import dev.zaelimiter.llm.TokenEstimator;
import dev.zaelimiter.testkit.model.ModelReply;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whole answers, and whose calls they are. */
class LimitedChatModelTest extends OnAModel {

    @Test
    void chat_isSettledToTheUsageThatCameBack() throws Exception {
        model.next(ModelReply.of("Hello").using(33, 7));
        assertThat(limited(builder()).chat(REQUEST, OF_KEY).aiMessage().text()).isEqualTo("Hello");
        assertThat(used("tpm")).isEqualTo(40);
        assertThat(used("rpm")).isEqualTo(1);
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED);
        assertThat(model.requests()).hasSize(1);
    }

    @Test
    void chat_byEachOfItsForms_isLimitedOnce() {
        for (int i = 0; i < 3; i++) {
            model.next(ModelReply.of("Hello").using(33, 7));
        }
        ChatModel ofKey = limited(builder()).forEntity("key");
        ofKey.chat(QUESTION);
        ofKey.chat(UserMessage.from(QUESTION));
        ofKey.doChat(ChatRequest.builder()
                .messages(UserMessage.from(QUESTION))
                .parameters(ofKey.defaultRequestParameters())
                .build());
        assertThat(used("rpm")).isEqualTo(3);
        assertThat(used("tpm")).isEqualTo(3 * 40);
    }

    @Test
    void chat_withoutUsage_keepsTheEstimate() throws Exception {
        model.next(ModelReply.of("Hello"));
        limited(builder()).chat(REQUEST, OF_KEY);
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED_WITHOUT_USAGE);
        assertThat(used("tpm")).isEqualTo(100);
    }

    @Test
    void chat_thatFails_givesBack() throws Exception {
        model.next(ModelReply.failing(500));
        assertThatThrownBy(() -> limited(builder()).chat(REQUEST, OF_KEY))
                .isNotInstanceOf(RateLimitExceededException.class);
        assertThat(end()).isEqualTo(CallReport.End.FAILED);
        assertThat(used("tpm")).isZero();
        assertThat(used("rpm")).isZero();
    }

    @Test
    void chat_beyondALimit_isRefused_andTheModelIsNotAsked() {
        repository.rateLimiter().acquire("key", "gpt-4", "tpm", 950);
        assertThatThrownBy(() -> limited(builder()).chat(REQUEST, OF_KEY))
                .isInstanceOfSatisfying(
                        RateLimitExceededException.class,
                        e -> assertThat(e.refusal().retryAfter()).isPresent());
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void toolLoop_eachRoundIsACallOfItsOwn() {
        model.next(ModelReply.calling("weather", "{\"city\":\"Bern\"}").using(50, 10));
        model.next(ModelReply.of("It rains.").using(70, 5));
        ChatModel ofKey = limited(builder()).forEntity("key");
        ToolSpecification weather = ToolSpecification.builder()
                .name("weather")
                .description("the weather")
                .build();
        AiMessage wish = ofKey.chat(ChatRequest.builder()
                        .messages(UserMessage.from(QUESTION))
                        .toolSpecifications(weather)
                        .build())
                .aiMessage();
        ofKey.chat(ChatRequest.builder()
                .messages(
                        UserMessage.from(QUESTION),
                        wish,
                        ToolExecutionResultMessage.from(
                                wish.toolExecutionRequests().get(0), "rain"))
                .toolSpecifications(weather)
                .build());
        assertThat(used("rpm")).isEqualTo(2);
        assertThat(used("tpm")).isEqualTo(60 + 75);
        assertThat(reports.stream().map(CallReport::estimated).toList())
                .as("the second round has more to send")
                .isSorted();
    }

    @Test
    void entity_isMissing_isAnErrorThatSaysHowToNameIt() {
        assertThatThrownBy(() -> limited(builder()).chat(REQUEST))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("zae.limiter.entity")
                .hasMessageContaining("forEntity");
        ChatRequestOptions number = ChatRequestOptions.builder()
                .addListenerAttribute(LimitedChatModel.ENTITY, 17)
                .build();
        assertThatThrownBy(() -> limited(builder()).chat(REQUEST, number))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("17");
        Collector collector = new Collector(false);
        streaming(builder()).chat(REQUEST, collector);
        assertThatThrownBy(collector::get).hasCauseInstanceOf(InvalidInputException.class);
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void entity_byTheRequest_isWhatTheApplicationSays() {
        model.next(ModelReply.of("Hello").using(33, 7));
        limited(builder())
                .entity(request -> ((UserMessage) request.messages().get(0)).name())
                .chat(UserMessage.from("key", QUESTION));
        assertThat(used("tpm")).isEqualTo(40);
    }

    @Test
    void resource_ofTheViewOrTheOptions_isBeforeTheModel() {
        repository.limits().setResourceDefaults("chat", Limit.perMinute("rpm", 10), Limit.perMinute("tpm", 1_000));
        model.next(ModelReply.of("Hello").using(33, 7));
        limited(builder()).onResource("chat").chat(REQUEST, OF_KEY);
        assertThat(used("tpm")).as("of gpt-4").isZero();
        ChatRequestOptions elsewhere = ChatRequestOptions.builder()
                .addListenerAttribute(LimitedChatModel.ENTITY, "key")
                .addListenerAttribute(LimitedChatModel.RESOURCE, "unheard-of")
                .build();
        assertThatThrownBy(() -> limited(builder()).onResource("chat").chat(REQUEST, elsewhere))
                .isInstanceOf(NoLimitsException.class);
    }

    @Test
    void estimator_thatFails_isAnError_andTheModelIsNotAsked() {
        assertThatThrownBy(() -> limited(builder().estimator(text -> -1)).chat(REQUEST, OF_KEY))
                .isInstanceOf(EstimateException.class);
        assertThatThrownBy(() -> stream(streaming(builder().estimator(text -> -1)), false)
                        .get())
                .hasCauseInstanceOf(EstimateException.class);
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void response_null_isAClearError_andStaysCharged() throws Exception {
        ChatModel silent = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                return null;
            }
        };
        assertThatThrownBy(() -> LimitedChatModel.of(silent, builder().build())
                        .onResource("gpt-4")
                        .chat(REQUEST, OF_KEY))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("null");
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED_WITHOUT_USAGE);
    }

    @Test
    void attachmentsAndTools_areEstimatedToo() {
        model.next(ModelReply.of("A cat.").using(1_000, 3));
        repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 10), Limit.perMinute("tpm", 10_000));
        limited(builder())
                .chat(
                        ChatRequest.builder()
                                .messages(UserMessage.from(List.of(
                                        TextContent.from("What is it?"),
                                        ImageContent.from("https://pictures.example/cat.png"))))
                                .build(),
                        OF_KEY);
        assertThat(reports.element().estimated()).isEqualTo(3 + 4 + TokenEstimator.TOKENS_OF_AN_ATTACHMENT + 60);
    }
}

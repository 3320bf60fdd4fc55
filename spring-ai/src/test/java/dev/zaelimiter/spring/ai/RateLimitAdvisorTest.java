package dev.zaelimiter.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.llm.CallReport;
import dev.zaelimiter.llm.EstimateException;
import dev.zaelimiter.testkit.model.ModelReply;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;

/** Whole answers, and whose calls they are. */
class RateLimitAdvisorTest extends OnAModel {

    @Test
    void call_isSettledToTheUsageThatCameBack() throws Exception {
        model.next(ModelReply.of("Hello").using(33, 7));
        assertThat(asking(client()).call().content()).isEqualTo("Hello");
        assertThat(used("tpm")).isEqualTo(40);
        assertThat(used("rpm")).isEqualTo(1);
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED);
        assertThat(model.requests()).hasSize(1);
    }

    @Test
    void call_withoutUsage_keepsTheEstimate() throws Exception {
        model.next(ModelReply.of("Hello"));
        asking(client()).call().content();
        assertThat(used("tpm")).isEqualTo(100);
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED_WITHOUT_USAGE);
    }

    @Test
    void call_thatFails_givesBack() throws Exception {
        model.next(ModelReply.failing(500));
        assertThatThrownBy(() -> asking(client()).call().content()).isNotInstanceOf(RateLimitExceededException.class);
        assertThat(used("tpm")).isZero();
        assertThat(used("rpm")).isZero();
        assertThat(end()).isEqualTo(CallReport.End.FAILED);
    }

    @Test
    void call_beyondALimit_isRefused_andTheModelIsNotAsked() {
        ChatClient client = client();
        repository.rateLimiter().acquire("key", "gpt-4", "tpm", 950);
        assertThatThrownBy(() -> asking(client).call().content())
                .isInstanceOfSatisfying(RateLimitExceededException.class, e -> {
                    assertThat(e.refusal().primary().orElseThrow().limit().name())
                            .isEqualTo("tpm");
                    assertThat(e.refusal().retryAfter()).isPresent();
                });
        assertThat(model.requests()).isEmpty();
        assertThat(used("rpm")).isZero();
    }

    @Test
    void entity_isMissing_isAnErrorThatSaysHowToNameIt() {
        ChatClient client = client();
        assertThatThrownBy(() -> client.prompt(QUESTION).call().content())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("zae.limiter.entity")
                .hasMessageContaining("RateLimitAdvisor.ENTITY");
        assertThatThrownBy(() ->
                        client.prompt(QUESTION).stream().content().collectList().block(SOON))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> client.prompt(QUESTION)
                        .advisors(advisor -> advisor.param(RateLimitAdvisor.ENTITY, 17))
                        .call()
                        .content())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("17");
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void entity_withoutAParameter_isWhatTheApplicationSays() {
        model.next(ModelReply.of("Hello").using(33, 7));
        ChatClient client = client(RateLimitAdvisor.builder(builder().build())
                .entity(request -> "key")
                .build());
        client.prompt(QUESTION).call().content();
        assertThat(used("tpm")).isEqualTo(40);
    }

    @Test
    void resource_isTheParameterBeforeTheModel() {
        repository.limits().setResourceDefaults("chat", Limit.perMinute("rpm", 10), Limit.perMinute("tpm", 1_000));
        model.next(ModelReply.of("Hello").using(33, 7));
        asking(client())
                .advisors(advisor -> advisor.param(RateLimitAdvisor.RESOURCE, "chat"))
                .call()
                .content();
        assertThat(used("tpm")).as("of gpt-4").isZero();
        assertThatThrownBy(() -> asking(client())
                        .advisors(advisor -> advisor.param(RateLimitAdvisor.RESOURCE, "unheard-of"))
                        .call()
                        .content())
                .isInstanceOf(NoLimitsException.class);
    }

    @Test
    void estimator_thatFails_isAnError_andTheModelIsNotAsked() {
        ChatClient client =
                client(RateLimitAdvisor.of(builder().estimator(text -> -1).build()));
        assertThatThrownBy(() -> asking(client).call().content()).isInstanceOf(EstimateException.class);
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void response_null_isAClearError_andStaysCharged() throws Exception {
        RateLimitAdvisor advisor = RateLimitAdvisor.builder(
                        builder().answer(prompt -> 60).build())
                .entity(request -> "key")
                .build();
        ChatClientRequest request = ChatClientRequest.builder()
                .prompt(new Prompt(QUESTION))
                .context(RateLimitAdvisor.RESOURCE, "gpt-4")
                .build();
        assertThatThrownBy(() -> advisor.adviseCall(request, new Returning(null)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("null");
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED_WITHOUT_USAGE);
        assertThat(used("rpm")).isEqualTo(1);
        ChatClientResponse empty = ChatClientResponse.builder().build();
        assertThat(advisor.adviseCall(request, new Returning(empty))).isSameAs(empty);
        assertThatThrownBy(
                        () -> advisor.adviseStream(request, new Returning(null)).blockFirst(SOON))
                .isInstanceOf(NullPointerException.class);
    }

    /** What stands after the advisor, cut short. */
    private record Returning(ChatClientResponse response) implements CallAdvisorChain, StreamAdvisorChain {

        @Override
        public ChatClientResponse nextCall(ChatClientRequest request) {
            return response;
        }

        @Override
        public Flux<ChatClientResponse> nextStream(ChatClientRequest request) {
            return response == null ? null : Flux.just(response);
        }

        @Override
        public List<CallAdvisor> getCallAdvisors() {
            return List.of();
        }

        @Override
        public List<StreamAdvisor> getStreamAdvisors() {
            return List.of();
        }

        @Override
        public CallAdvisorChain copy(CallAdvisor after) {
            return this;
        }

        @Override
        public StreamAdvisorChain copy(StreamAdvisor after) {
            return this;
        }
    }
}

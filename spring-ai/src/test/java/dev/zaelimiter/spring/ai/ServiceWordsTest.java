package dev.zaelimiter.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.http.client.HeldBackException;
import dev.zaelimiter.llm.ModelLimiter;
import dev.zaelimiter.llm.ServiceAnswer;
import dev.zaelimiter.testkit.model.ModelReply;
import java.time.Duration;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.openai.OpenAiChatModel;

/** What providers say of their own limits. */
class ServiceWordsTest extends OnAModel {

    @Test
    void provider_thatRefuses_isNotedWithItsFields_andHeldOff() {
        ChatClient client = client(
                RateLimitAdvisor.of(builder().heedProviders(Duration.ZERO).build()));
        model.next(ModelReply.failing(429).header("Retry-After", "20").header("x-ratelimit-remaining-requests", "0"));
        assertThatThrownBy(() -> asking(client).call().content()).isNotInstanceOf(HeldBackException.class);
        assertThat(words.element().status()).isEqualTo(429);
        assertThat(words.element().pause()).isEqualTo(Duration.ofSeconds(20));

        assertThatThrownBy(() -> asking(client).call().content()).isInstanceOf(HeldBackException.class);
        assertThatThrownBy(() -> asking(client).stream().content().collectList().block(SOON))
                .isInstanceOf(HeldBackException.class);
        assertThat(model.requests()).hasSize(1);
        clock.advance(Duration.ofSeconds(20));
        model.next(ModelReply.of("Hello").using(33, 7));
        assertThat(asking(client).call().content()).isEqualTo("Hello");
    }

    /** Spring AI's response of OpenAI has no fields of limits; an interceptor of its client has. */
    @Test
    void provider_fieldsOfSuccess_areNotedByAnInterceptor() {
        ModelLimiter limiter = builder().build();
        OpenAiChatModel watched = openAi().httpClientBuilderCustomizer(http -> http.interceptor(chain -> {
                    Response response = chain.proceed(chain.request());
                    limiter.providerSaid(
                            "gpt-4",
                            new ServiceAnswer(
                                    response.code(), response.headers().toMultimap()));
                    return response;
                }))
                .build();
        ChatClient client = ChatClient.builder(watched)
                .defaultAdvisors(RateLimitAdvisor.of(limiter))
                .build();
        model.next(ModelReply.of("Hello")
                .using(33, 7)
                .header("x-ratelimit-remaining-requests", "59")
                .header("x-ratelimit-reset-requests", "1s"));
        asking(client).call().content();
        assertThat(words.element().left()).hasValue(59);
        assertThat(words.element().window()).isEqualTo(Duration.ofSeconds(1));
    }
}

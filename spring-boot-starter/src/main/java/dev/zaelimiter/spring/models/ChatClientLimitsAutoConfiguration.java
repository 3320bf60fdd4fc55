package dev.zaelimiter.spring.models;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.llm.ModelLimiter;
import dev.zaelimiter.spring.ai.RateLimitAdvisor;
import dev.zaelimiter.spring.boot.LimiterPropertyException;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientBuilderCustomizer;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** An advisor with limits in every {@code ChatClient} whose builder Spring AI has made. */
@AutoConfiguration(
        after = ModelLimiterAutoConfiguration.class,
        beforeName = "org.springframework.ai.model.chat.client.autoconfigure.ChatClientAutoConfiguration")
@ConditionalOnClass({ChatClient.class, RateLimitAdvisor.class})
@ConditionalOnBean(ModelLimiter.class)
@ConditionalOnBooleanProperty(name = "zae.limiter.models.enabled", matchIfMissing = true)
public final class ChatClientLimitsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    RateLimitAdvisor zaeRateLimitAdvisor(ModelLimiter limiter, ModelProperties properties) {
        RateLimitAdvisor.Builder builder = RateLimitAdvisor.builder(limiter);
        String entity = properties.defaultEntity();
        if (entity != null) {
            LimiterPropertyException.naming(
                    "zae.limiter.models.default-entity", entity, () -> AcquireRequest.entity(entity));
            builder.entity(request -> entity);
        }
        Integer order = properties.advisorOrder();
        if (order != null) {
            builder.order(order);
        }
        return builder.build();
    }

    @Bean
    ChatClientBuilderCustomizer zaeChatClientLimits(RateLimitAdvisor advisor) {
        return builder -> builder.defaultAdvisors(advisor);
    }
}

package dev.zaelimiter.spring.models;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.llm.ModelLimiter;
import dev.zaelimiter.llm.ModelLimiterBuilder;
import dev.zaelimiter.llm.ModelListener;
import dev.zaelimiter.llm.TokenEstimator;
import dev.zaelimiter.spring.boot.DeclaredLimitsOfApplication;
import dev.zaelimiter.spring.boot.LimiterPropertyException;
import dev.zaelimiter.spring.boot.ZaeLimiterAutoConfiguration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * A limiter of calls to language models. Beans of type {@code TokenEstimator} and {@code ModelListener} are its own.
 */
@AutoConfiguration(after = ZaeLimiterAutoConfiguration.class)
@ConditionalOnClass(ModelLimiter.class)
@EnableConfigurationProperties(ModelProperties.class)
public final class ModelLimiterAutoConfiguration {

    private static final String PREFIX = "zae.limiter.models.";

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnSingleCandidate(LimitRepository.class)
    ModelLimiter zaeModelLimiter(
            LimitRepository repository,
            ModelProperties properties,
            DeclaredLimitsOfApplication declared,
            ObjectProvider<TokenEstimator> estimators,
            ObjectProvider<ModelListener> listeners) {
        ModelLimiterBuilder builder = ModelLimiter.builder(repository);
        limits(builder, properties);
        estimates(builder, properties);
        estimators.ifUnique(builder::estimator);
        builder.listener(
                new ModelListeners(List.copyOf(listeners.orderedStream().toList())));
        ModelResources resources = new ModelResources(properties.resources(), properties.resource());
        resources.check(declared, limits(properties));
        builder.resources(resources::of);
        naming("wait-at-most", properties.waitAtMost(), () -> builder.waitAtMost(properties.waitAtMost()));
        with("heed-providers", properties.heedProviders(), builder::heedProviders);
        return builder.build();
    }

    private static Set<String> limits(ModelProperties properties) {
        Set<String> given = new TreeSet<>();
        for (String name : new @Nullable String[] {
            properties.requests(), properties.tokens(), properties.inputTokens(), properties.outputTokens()
        }) {
            if (name != null) {
                given.add(name);
            }
        }
        return given.isEmpty() ? Set.of("rpm", "tpm") : given;
    }

    private static void limits(ModelLimiterBuilder builder, ModelProperties properties) {
        with("requests", properties.requests(), builder::requests);
        with("tokens", properties.tokens(), builder::tokens);
        with("input-tokens", properties.inputTokens(), builder::inputTokens);
        with("output-tokens", properties.outputTokens(), builder::outputTokens);
    }

    private static void estimates(ModelLimiterBuilder builder, ModelProperties properties) {
        long answer = properties.expectedAnswer();
        naming("expected-answer", answer, () -> {
            if (answer < 0 || answer > Limit.MAX_AMOUNT) {
                throw new InvalidInputException("expectedAnswer", answer, "0 to 10^15 tokens");
            }
            builder.answer(prompt -> prompt.answerAtMost().orElse(answer));
        });
        with("estimate-of-last-resort", properties.estimateOfLastResort(), builder::estimateOfLastResort);
    }

    /** Where it is given. */
    private static <T> void with(String property, @Nullable T value, Consumer<T> setting) {
        if (value != null) {
            naming(property, value, () -> setting.accept(value));
        }
    }

    private static void naming(String property, Object value, Runnable setting) {
        LimiterPropertyException.naming(PREFIX + property, value, setting);
    }
}

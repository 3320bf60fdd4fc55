package dev.zaelimiter.spring.models;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Everything that can be set under {@code zae.limiter.models}.
 *
 * @param enabled whether calls of a ChatClient are limited at all
 * @param requests the limit of which each call takes 1; without any of these four, rpm and tpm are taken
 * @param tokens the limit that counts tokens of prompt and answer together
 * @param inputTokens the limit that counts tokens of the prompt
 * @param outputTokens the limit that counts tokens of the answer
 * @param resources the resource of each model that is not its name
 * @param resource the resource of all models that resources does not name; by default the name of the model
 * @param defaultEntity whose a call is that has no parameter zae.limiter.entity; without it such a call fails
 * @param expectedAnswer tokens at which an answer is estimated where the request has no longest one, 0 or more
 * @param estimateOfLastResort tokens that are taken if the estimator fails, 1 or more; without it such a call fails
 * @param waitAtMost how long a call may wait for its tokens
 * @param heedProviders how long a call may wait because its provider wants to be left alone; without it that is only
 *     noted
 * @param advisorOrder of the advisor among others; the usual one is last, so that each round of a tool loop is a call
 */
@ConfigurationProperties(prefix = "zae.limiter.models", ignoreUnknownFields = false)
public record ModelProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String requests,
        @Nullable String tokens,
        @Nullable String inputTokens,
        @Nullable String outputTokens,
        @DefaultValue Map<String, String> resources,
        @Nullable String resource,
        @Nullable String defaultEntity,
        @DefaultValue("512") long expectedAnswer,
        @Nullable Long estimateOfLastResort,
        @DefaultValue("0s") Duration waitAtMost,
        @Nullable Duration heedProviders,
        @Nullable Integer advisorOrder) {}

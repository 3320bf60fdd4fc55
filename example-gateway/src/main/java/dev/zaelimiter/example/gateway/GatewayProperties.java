package dev.zaelimiter.example.gateway;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What there is to set under {@code gateway}.
 *
 * @param model where a real model is, up to and with {@code /v1}; without it one on this machine stands in
 * @param modelKey the key of the real model
 * @param project the entity that all keys belong to
 * @param keys entities by the secret keys of clients
 */
@ConfigurationProperties(prefix = "gateway", ignoreUnknownFields = false)
record GatewayProperties(@Nullable URI model, @Nullable String modelKey, String project, Map<String, String> keys) {}

package dev.zaelimiter.example.gateway;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask.
 *
 * @param project the entity that all keys belong to
 * @param keys entities by secret key
 */
record Tenants(String project, Map<String, String> keys) {

    private static final String BEARER = "Bearer ";

    /** Whose key the field holds; null for nobody's. */
    @Nullable
    String of(@Nullable String authorization) {
        return authorization != null && authorization.startsWith(BEARER)
                ? keys.get(authorization.substring(BEARER.length()).trim())
                : null;
    }
}

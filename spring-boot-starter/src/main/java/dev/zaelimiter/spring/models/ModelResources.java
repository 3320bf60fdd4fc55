package dev.zaelimiter.spring.models;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.spring.boot.DeclaredLimitsOfApplication;
import dev.zaelimiter.spring.boot.LimiterPropertyException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which resource a model is.
 *
 * @param byModel those of models by name
 * @param others of all other models; null for their names
 */
record ModelResources(Map<String, String> byModel, @Nullable String others) {

    private static final String PREFIX = "zae.limiter.models.";

    @Nullable
    String of(@Nullable String model) {
        String named = model == null ? null : byModel.get(model);
        if (named != null) {
            return named;
        }
        return others != null ? others : model;
    }

    /** Fails where a resource is no legal name, or a limit that calls take is not declared for it. */
    void check(DeclaredLimitsOfApplication declared, Set<String> limits) {
        byModel.forEach((model, resource) -> check(PREFIX + "resources[" + model + "]", resource, declared, limits));
        if (others != null) {
            check(PREFIX + "resource", others, declared, limits);
        }
    }

    private static void check(
            String property, String resource, DeclaredLimitsOfApplication declared, Set<String> limits) {
        LimiterPropertyException.naming(property, resource, () -> AcquireRequest.of("any", resource, "any", 0));
        Set<String> known = declared.limitsOn(resource);
        if (known != null && !known.containsAll(limits)) {
            throw new LimiterPropertyException(
                    property,
                    resource,
                    "a resource for which zae.limiter.limits declares " + limits + ", not only " + known);
        }
    }
}

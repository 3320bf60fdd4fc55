package dev.zaelimiter.spring.annotation;

import dev.zaelimiter.spring.boot.ZaeLimiterProperties;
import dev.zaelimiter.spring.boot.ZaeLimiterProperties.RateLimitedSettings.EntityNames;
import dev.zaelimiter.spring.boot.ZaeLimiterProperties.RateLimitedSettings.OnMissingEntity;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * What the properties say of the annotation. Read without beans: the advisor is made before the others, and what it
 * needed would be made too early to be proxied.
 *
 * @param order among other advice
 * @param naming what is made of texts
 * @param letThrough whether a call without an entity goes through
 */
record AnnotationSettings(int order, EntityNaming naming, boolean letThrough) {

    static AnnotationSettings of(Environment environment) {
        var bound = Binder.get(environment)
                .bindOrCreate("zae.limiter.rate-limited", Bindable.of(ZaeLimiterProperties.RateLimitedSettings.class));
        return new AnnotationSettings(
                bound.order(), naming(bound.entityNames()), bound.onMissingEntity() == OnMissingEntity.ALLOW);
    }

    private static EntityNaming naming(EntityNames names) {
        return switch (names) {
            case AS_THEY_ARE -> EntityNaming.AS_THEY_ARE;
            case ENCODED -> EntityNaming.ENCODED;
            case HASHED -> EntityNaming.HASHED;
        };
    }
}

package dev.zaelimiter.spring.boot;

import dev.zaelimiter.admin.manifest.Manifest;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * The limits that the application declares. They must not go unnoticed where the repository is the application's own.
 */
public final class DeclaredLimitsOfApplication implements SmartInitializingSingleton {

    private final ZaeLimiterProperties properties;
    private final ListableBeanFactory beans;
    private final @Nullable Manifest manifest;

    DeclaredLimitsOfApplication(ZaeLimiterProperties properties, ListableBeanFactory beans) {
        this.properties = properties;
        this.beans = beans;
        this.manifest = DeclaredManifest.of(properties);
    }

    /**
     * What is declared, in the configuration or in a manifest.
     *
     * @return null if nothing is
     */
    public @Nullable Manifest manifest() {
        return manifest;
    }

    /**
     * Which limits are declared that hold for somebody on a resource.
     *
     * @param resource its name
     * @return their names; null if nothing is declared, and limits are made elsewhere
     */
    public @Nullable Set<String> limitsOn(String resource) {
        if (manifest == null) {
            return null;
        }
        Set<String> known = new TreeSet<>();
        manifest.levels().forEach((level, declared) -> {
            if (level.resource().map(resource::equals).orElse(true)) {
                declared.limits().forEach(limit -> known.add(limit.name()));
            }
        });
        return known;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (properties.limits().declared() && !beans.containsBean(ZaeLimiterAutoConfiguration.REPOSITORY)) {
            throw new LimitsAtStartException(
                    "zae.limiter.limits declares limits, but the repository is a bean of the application, to which they are"
                            + " not applied.",
                    "Apply them with Administration.declared() where the bean is made, or leave the repository to the"
                            + " properties.");
        }
    }
}

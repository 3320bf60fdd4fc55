package dev.zaelimiter.spring.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.ClassUtils;

/**
 * Finds names under {@code zae.limiter} that nobody reads: a policy or a limit that is misspelt would silently be
 * another. What beans of other modules bind below that prefix is theirs. Names from the system and its environment are
 * not looked at.
 */
final class PropertyNames {

    private static final ConfigurationPropertyName OURS = ConfigurationPropertyName.of("zae.limiter");

    /**
     * Parts that are not at work everywhere: not without a web server, nor in a slice of a test. Where they are, they
     * look at their names themselves. Without the class that each needs nobody ever reads its names.
     */
    private static final Map<String, String> PARTS = Map.of(
            "zae.limiter.web", "dev.zaelimiter.http.route.HttpLimiter",
            "zae.limiter.models", "dev.zaelimiter.llm.ModelLimiter");

    private PropertyNames() {}

    /** Throws what Boot reports as properties that were left unbound. */
    static void check(ConfigurableEnvironment environment, ListableBeanFactory beans) {
        List<ConfigurationPropertyName> others = others(beans);
        List<ConfigurationPropertySource> sources = new ArrayList<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            sources.add(source.filter(name -> others.stream().noneMatch(other -> isWithin(other, name))));
        }
        new Binder(sources, new PropertySourcesPlaceholdersResolver(environment))
                .bind(
                        OURS,
                        Bindable.of(ZaeLimiterProperties.class),
                        new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter()));
    }

    private static boolean isWithin(ConfigurationPropertyName prefix, ConfigurationPropertyName name) {
        return prefix.equals(name) || prefix.isAncestorOf(name);
    }

    private static List<ConfigurationPropertyName> others(ListableBeanFactory beans) {
        List<ConfigurationPropertyName> others = new ArrayList<>();
        PARTS.forEach((prefix, needed) -> {
            if (ClassUtils.isPresent(needed, ClassUtils.getDefaultClassLoader())) {
                others.add(ConfigurationPropertyName.of(prefix));
            }
        });
        for (String bean : beans.getBeanNamesForAnnotation(ConfigurationProperties.class)) {
            Class<?> type = beans.getType(bean);
            if (type != null) {
                String prefix = MergedAnnotations.from(type)
                        .get(ConfigurationProperties.class)
                        .getValue("prefix", String.class)
                        .orElse("");
                ConfigurationPropertyName name = ConfigurationPropertyName.isValid(prefix)
                        ? ConfigurationPropertyName.of(prefix)
                        : ConfigurationPropertyName.EMPTY;
                if (OURS.isAncestorOf(name)) {
                    others.add(name);
                }
            }
        }
        return others;
    }
}

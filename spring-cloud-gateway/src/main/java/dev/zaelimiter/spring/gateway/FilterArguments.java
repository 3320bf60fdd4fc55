package dev.zaelimiter.spring.gateway;

import dev.zaelimiter.spring.boot.LimiterPropertyException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * The arguments of one filter, as they stand in the configuration.
 *
 * @param where its property, for messages
 * @param filter the filter's name
 * @param texts by name
 */
record FilterArguments(String where, @Nullable String filter, Map<String, String> texts) {

    /** How the filter is called in the configuration. */
    static final String NAME = "RateLimited";

    private static final String PREFIX = "rate-limited";
    private static final String ALLOWED = "resource, keys, hash-key, key-prefix, take.LIMIT, settle.LIMIT, give-back,"
            + " wait-at-most, on-unavailable and pass-without-key";
    /** What a gateway calls arguments that stand there without a name. */
    private static final String NAMELESS = "_genkey_";

    boolean areOurs() {
        return NAME.equalsIgnoreCase(filter);
    }

    /** Whether an argument is an expression, which only the gateway itself can follow. */
    boolean hasExpressions() {
        return texts.values().stream().anyMatch(text -> text != null && text.contains("#{"));
    }

    /**
     * What they say; gateways pass over names that they don't know, and what is misspelt would not be limited as it
     * says.
     */
    GatewayLimit limit() {
        Map<String, Object> prefixed = new LinkedHashMap<>();
        texts.forEach((name, text) -> {
            if (name.startsWith(NAMELESS)) {
                throw new LimiterPropertyException(where, text, "arguments by name: " + ALLOWED);
            }
            prefixed.put(PREFIX + "." + name, text);
        });
        try {
            return new Binder(new MapConfigurationPropertySource(prefixed))
                    .bindOrCreate(
                            PREFIX,
                            Bindable.of(GatewayLimit.class),
                            new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
        } catch (BindException refused) {
            throw named(refused);
        }
    }

    private LimiterPropertyException named(BindException refused) {
        if (refused.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
            ConfigurationProperty unknown =
                    unbound.getUnboundProperties().iterator().next();
            return new LimiterPropertyException(property(unknown), unknown.getValue(), ALLOWED);
        }
        ConfigurationProperty property = refused.getProperty();
        String type = refused.getTarget().getType().toString();
        return property == null
                ? new LimiterPropertyException(where, texts, "what a " + type + " can be made of")
                : new LimiterPropertyException(property(property), property.getValue(), "a " + type);
    }

    private String property(ConfigurationProperty property) {
        return where + property.getName().toString().substring(PREFIX.length());
    }
}

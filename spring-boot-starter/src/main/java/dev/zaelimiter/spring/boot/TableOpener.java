package dev.zaelimiter.spring.boot;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.dynamodb.DynamoDbBuilder;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Opens a table; apart from the rest, which does without these classes. */
final class TableOpener {

    private static final SafeLog LOG = SafeLog.named("dev.zaelimiter.spring");
    private static final String PREFIX = "zae.limiter.dynamodb.";

    private TableOpener() {}

    static LimitRepository open(
            ZaeLimiterProperties.Dynamodb properties,
            Consumer<RepositoryBuilder> settings,
            ObjectProvider<DynamoDbBuilderCustomizer> customizers) {
        String table = properties.table();
        if (table == null) {
            throw new LimiterPropertyException(
                    PREFIX + "table", null, "the name of a table, where zae.limiter.store is 'dynamodb'");
        }
        DynamoDbBuilder[] made = new DynamoDbBuilder[1];
        LimiterPropertyException.naming(PREFIX + "table", table, () -> made[0] = DynamoDbRepository.builder(table));
        DynamoDbBuilder builder = made[0];
        set("region", properties.region(), builder::region);
        set("endpoint", properties.endpoint(), builder::endpoint);
        set("call-timeout", properties.callTimeout(), builder::callTimeout);
        set("max-concurrency", properties.maxConcurrency(), builder::maxConcurrency);
        credentials(properties, builder);
        if (properties.reportCapacity()) {
            builder.reportCapacity();
        }
        if (properties.localClock()) {
            builder.localClock();
        }
        builder.settings(settings);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        LOG.info("limits are kept in the {}", properties);
        return properties.create() ? builder.open() : builder.connect();
    }

    private static <T> void set(String property, @Nullable T value, Consumer<T> setter) {
        if (value != null) {
            LimiterPropertyException.naming(PREFIX + property, value, () -> setter.accept(value));
        }
    }

    private static void credentials(ZaeLimiterProperties.Dynamodb properties, DynamoDbBuilder builder) {
        String access = properties.accessKey();
        String secret = properties.secretKey();
        if (access == null && secret == null) {
            return;
        }
        // No message may show a secret.
        if (access == null || access.isBlank()) {
            throw new LimiterPropertyException(PREFIX + "access-key", access, "an id, with a secret-key");
        } else if (secret == null || secret.isBlank()) {
            throw new LimiterPropertyException(PREFIX + "secret-key", "", "a secret, with an access-key");
        }
        builder.credentials(access, secret);
    }
}

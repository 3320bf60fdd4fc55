package dev.zaelimiter.spring.boot;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.ClassUtils;

/** Opens the store that the properties name. */
final class StoreOpener {

    private static final SafeLog LOG = SafeLog.named("dev.zaelimiter.spring");
    private static final String DYNAMODB = "dev.zaelimiter.dynamodb.DynamoDbRepository";

    private final ZaeLimiterProperties properties;
    private final ObjectProvider<DynamoDbBuilderCustomizer> customizers;

    StoreOpener(ZaeLimiterProperties properties, ObjectProvider<DynamoDbBuilderCustomizer> customizers) {
        this.properties = properties;
        this.customizers = customizers;
    }

    LimitRepository open(Consumer<RepositoryBuilder> settings) {
        return switch (properties.store()) {
            case MEMORY -> inMemory(settings);
            case FILE -> inFile(settings);
            case DYNAMODB -> inTable(settings);
        };
    }

    private LimitRepository inMemory(Consumer<RepositoryBuilder> settings) {
        Integer most = properties.memory().maxItems();
        requirePositive("zae.limiter.memory.max-items", most);
        RepositoryBuilder builder = most == null ? EmbeddedRepository.builder() : EmbeddedRepository.builder(most);
        settings.accept(builder);
        LOG.info("limits are kept in the memory of this process: each instance has its own, until it ends");
        return builder.build();
    }

    private LimitRepository inFile(Consumer<RepositoryBuilder> settings) {
        ZaeLimiterProperties.File file = properties.file();
        Path path = file.path();
        if (path == null) {
            throw new LimiterPropertyException(
                    "zae.limiter.file.path", null, "the path of a file, where zae.limiter.store is 'file'");
        }
        requirePositive("zae.limiter.file.max-items", file.maxItems());
        RepositoryBuilder builder = file.maxItems() == null
                ? EmbeddedRepository.builder(path, file.durability())
                : EmbeddedRepository.builder(path, file.durability(), file.maxItems());
        settings.accept(builder);
        LOG.info("limits are kept in the file {}", path);
        return builder.build();
    }

    private static void requirePositive(String property, @Nullable Integer value) {
        if (value != null && value < 1) {
            throw new LimiterPropertyException(property, value, "1 or more");
        }
    }

    private LimitRepository inTable(Consumer<RepositoryBuilder> settings) {
        if (!ClassUtils.isPresent(DYNAMODB, ClassUtils.getDefaultClassLoader())) {
            throw new LimiterPropertyException(
                    "zae.limiter.store",
                    "dynamodb",
                    "memory or file, unless zae-limiter-dynamodb is on the class path: add that dependency");
        }
        return TableOpener.open(properties.dynamodb(), settings, customizers);
    }
}

package dev.zaelimiter.spring.boot;

import dev.zaelimiter.repository.RepositoryBuilder;

/**
 * Changes how the repository is opened, after the properties did: a bean of this type for what no property says.
 * Several are asked in their order.
 */
@FunctionalInterface
public interface RepositoryBuilderCustomizer {

    /**
     * Changes settings.
     *
     * @param builder of the repository that is about to be opened
     */
    void customize(RepositoryBuilder builder);
}

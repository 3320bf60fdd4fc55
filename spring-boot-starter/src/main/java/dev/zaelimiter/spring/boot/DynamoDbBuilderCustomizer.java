package dev.zaelimiter.spring.boot;

import dev.zaelimiter.dynamodb.DynamoDbBuilder;

/**
 * Changes how a table is opened, after the properties did: a bean of this type for a client or a provider of
 * credentials of one's own. Several are asked in their order.
 */
@FunctionalInterface
public interface DynamoDbBuilderCustomizer {

    /**
     * Changes settings.
     *
     * @param builder of the table that is about to be opened
     */
    void customize(DynamoDbBuilder builder);
}

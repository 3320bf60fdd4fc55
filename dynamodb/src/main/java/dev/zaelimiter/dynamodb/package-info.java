/**
 * The limiter on a DynamoDB table, which many processes share.
 *
 * <p>Start at {@link dev.zaelimiter.dynamodb.DynamoDbRepository}. Behind it {@code DynamoDbItemStore} carries the port:
 * {@code Attributes} turns values into the SDK's and back, {@code Expressions} renders a shape of a write once,
 * {@code StoreFailures} sorts errors by what may be assumed of a write, and {@code StreamFeed} reads the table's
 * stream. {@code Opening} looks at the table before anybody uses it, and {@code TableDefinition} says what it must look
 * like.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.dynamodb;

import org.jspecify.annotations.NullMarked;

package dev.zaelimiter.dynamodb;

import dev.zaelimiter.LimitRepository;

/**
 * The limiter on a DynamoDB table, which many processes share.
 *
 * <pre>{@code
 * try (LimitRepository repository = DynamoDbRepository.connect("my-app", "eu-west-1")) {
 *     RateLimiter limiter = repository.rateLimiter();
 *     ...
 * }
 * }</pre>
 *
 * <p>All of these block until the table has answered, and throw {@link dev.zaelimiter.CannotOpenException} if it can't
 * be used.
 */
public final class DynamoDbRepository {

    private DynamoDbRepository() {}

    /**
     * A repository on a table and in a namespace that are there; only reads.
     *
     * @param table the table's name
     * @param region a region's name, for example {@code eu-west-1}
     * @return a repository of the namespace {@code default}, to be closed
     */
    public static LimitRepository connect(String table, String region) {
        return builder(table).region(region).connect();
    }

    /**
     * A repository that creates what is missing: the table, its version record, the namespace.
     *
     * @param table the table's name
     * @param region a region's name
     * @return a repository of the namespace {@code default}, to be closed
     */
    public static LimitRepository open(String table, String region) {
        return builder(table).region(region).open();
    }

    /**
     * For everything else: another endpoint, credentials, a client of your own, and the limiter's settings.
     *
     * @param table the table's name: 3 to 255 letters, digits and {@code _ . -}
     * @return a builder
     */
    public static DynamoDbBuilder builder(String table) {
        return new DynamoDbBuilder(table);
    }
}

package dev.zaelimiter.dynamodb;

import dev.zaelimiter.Environment;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * Who calls the table, as far as its client knows: the account, if it is known, and the id of the access key, by which
 * AWS CloudTrail finds the role and the session. Asks nobody but the source of the credentials.
 */
final class Caller {

    private static final Logger LOG = LoggerFactory.getLogger("dev.zaelimiter.dynamodb");
    private static final long PATIENCE_NANOS = Duration.ofSeconds(10).toNanos();

    private Caller() {}

    /** For example {@code aws:123456789012/AKIA...}; null if there are no credentials to be had. */
    static @Nullable String of(DynamoDbAsyncClient client, Environment environment) {
        try {
            CompletableFuture<? extends AwsCredentialsIdentity> identity =
                    client.serviceClientConfiguration().credentialsProvider().resolveIdentity();
            return environment.await(identity, PATIENCE_NANOS) ? principal(identity.join()) : null;
        } catch (RuntimeException e) {
            LOG.debug("records of changes name nobody, since the caller is not known: {}", e.getMessage());
            return null;
        }
    }

    static @Nullable String principal(AwsCredentialsIdentity identity) {
        Optional<String> account = identity.accountId();
        String key = identity.accessKeyId();
        return key == null || key.isBlank()
                ? null
                : "aws:" + account.map(id -> id + "/").orElse("") + key;
    }
}

package dev.zaelimiter.dynamodb;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/**
 * Who calls the table, as far as the credentials tell: the account, if it is known, and the id of the access key, by
 * which AWS CloudTrail finds the role and the session.
 */
final class Caller {

    private Caller() {}

    /** For example {@code aws:123456789012/AKIA...}; null if nothing is known. */
    static @Nullable String principal(@Nullable AwsCredentialsIdentity identity) {
        if (identity == null) {
            return null;
        }
        Optional<String> account = identity.accountId();
        String key = identity.accessKeyId();
        return key == null || key.isBlank()
                ? null
                : "aws:" + account.map(id -> id + "/").orElse("") + key;
    }
}

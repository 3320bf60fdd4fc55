package dev.zaelimiter.tests;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Tag;

/** What a decision says is left, on a table of an implementation of DynamoDB that {@code bin/backends} has started. */
@Tag("extended")
@Tag("back-end")
class LeaseStatusesDynamoDbTest extends LeaseStatusesStories {

    private static final String TABLE = "lease-statuses-" + UUID.randomUUID();
    private static final String ADDRESS =
            System.getProperty("zae.dynoxide", System.getenv().getOrDefault("ZAE_DYNOXIDE", "http://127.0.0.1:8100"));

    /** The machine that runs tests may be busy: nothing here depends on being quick. */
    @Override
    LimitRepository open(String namespaceName) {
        return DynamoDbRepository.builder(TABLE)
                .region("us-east-1")
                .endpoint(URI.create(ADDRESS))
                .credentials("local", "local")
                .callTimeout(Duration.ofSeconds(20))
                .settings(settings -> settings.namespace(namespaceName).deadline(Duration.ofSeconds(30)))
                .open();
    }
}

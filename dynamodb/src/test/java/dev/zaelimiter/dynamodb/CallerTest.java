package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Environment;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

final class CallerTest {

    private static String of(AwsCredentialsProvider credentials) {
        try (DynamoDbAsyncClient client = DynamoDbAsyncClient.builder()
                .region(Region.EU_WEST_1)
                .credentialsProvider(credentials)
                .build()) {
            return Caller.of(client, Environment.system());
        }
    }

    @Test
    void of_credentials_isAccountAndKey_neverTheSecret() {
        assertThat(of(StaticCredentialsProvider.create(AwsBasicCredentials.builder()
                        .accessKeyId("AKIAEXAMPLE")
                        .secretAccessKey("secret")
                        .accountId("123456789012")
                        .build())))
                .isEqualTo("aws:123456789012/AKIAEXAMPLE");
        assertThat(of(StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIAEXAMPLE", "secret"))))
                .isEqualTo("aws:AKIAEXAMPLE");
    }

    @Test
    void of_noCredentials_isNobody() {
        assertThat(of(new AwsCredentialsProvider() {
                    @Override
                    public software.amazon.awssdk.auth.credentials.AwsCredentials resolveCredentials() {
                        throw new IllegalStateException("none");
                    }

                    @Override
                    public CompletableFuture<AwsCredentialsIdentity> resolveIdentity(
                            software.amazon.awssdk.identity.spi.ResolveIdentityRequest request) {
                        return CompletableFuture.failedFuture(new IllegalStateException("none"));
                    }
                }))
                .isNull();
    }
}

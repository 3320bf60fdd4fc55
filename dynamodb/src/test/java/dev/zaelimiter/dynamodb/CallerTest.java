package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;

final class CallerTest {

    @Test
    void principal_credentials_isAccountAndKey_neverTheSecret() {
        assertThat(Caller.principal(AwsBasicCredentials.builder()
                        .accessKeyId("AKIAEXAMPLE")
                        .secretAccessKey("secret")
                        .accountId("123456789012")
                        .build()))
                .isEqualTo("aws:123456789012/AKIAEXAMPLE");
        assertThat(Caller.principal(AwsBasicCredentials.create("AKIAEXAMPLE", "secret")))
                .isEqualTo("aws:AKIAEXAMPLE");
    }

    @Test
    void principal_noCredentials_isNobody() {
        assertThat(Caller.principal(null)).isNull();
    }
}

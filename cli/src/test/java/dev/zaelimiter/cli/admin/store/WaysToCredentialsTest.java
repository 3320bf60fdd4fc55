package dev.zaelimiter.cli.admin.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.zaelimiter.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** C9: roles, IRSA and single sign-on ended in "there are no credentials", since their modules were not on the path. */
class WaysToCredentialsTest {

    /** The SDK looks for these by name, and goes on without a word where one is missing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "software.amazon.awssdk.services.sts.internal.StsProfileCredentialsProviderFactory",
                "software.amazon.awssdk.services.sts.internal.StsWebIdentityCredentialsProviderFactory",
                "software.amazon.awssdk.services.sso.auth.SsoProfileCredentialsProviderFactory",
                "software.amazon.awssdk.services.ssooidc.SsoOidcProfileTokenProviderFactory"
            })
    void module_isOnThePath(String factory) {
        assertThatCode(() -> Class.forName(factory)).doesNotThrowAnyException();
    }

    /** C7: the advice was to set AWS_PROFILE, which had been set, to a name that is nowhere. */
    @Test
    void profileThatDoesNotExist_isNamed() {
        CommandRun run =
                CommandRun.of("status", "-n", "my-app", "--region", "eu-west-1", "--profile", "nobody-has-this-one");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains("no profile 'nobody-has-this-one'", "--profile");
    }

    /** S10: a password in the address was printed. */
    @Test
    void addressWithAPassword_isRefusedWithoutIt() {
        CommandRun run = CommandRun.of("status", "-n", "my-app", "--endpoint-url", "http://me:secret@127.0.0.1:9");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains("http://127.0.0.1:9").doesNotContain("secret", "me:");
    }
}

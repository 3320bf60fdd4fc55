package dev.zaelimiter.cli.admin.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.ZaeLimiter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table where nothing says in which region it is, or who asks: a process without anything that the SDK looks at. */
class BareEnvironmentTest {

    /** Nobody listens on this port, and nobody is asked: the SDK looks for credentials first. */
    private static final String NOWHERE = "http://127.0.0.1:1";

    @TempDir
    private Path home;

    private String refused(String... args) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Duser.home=" + home,
                // The native part of the HTTP client: newer JVMs warn of it.
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                ZaeLimiter.class.getName());
        builder.command().addAll(List.of(args));
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("AWS_") || name.startsWith("ZAEL_"));
        environment.put("AWS_EC2_METADATA_DISABLED", "true");
        environment.put("HOME", home.toString());
        Process process = builder.redirectError(home.resolve("err").toFile()).start();
        assertThat(process.getInputStream().readAllBytes()).isEmpty();
        assertThat(process.waitFor()).isEqualTo(2);
        return Files.readString(home.resolve("err"), StandardCharsets.UTF_8);
    }

    @Test
    void noRegion_isSaidInOneLine() throws Exception {
        assertThat(refused("status", "--name", "my-app"))
                .isEqualTo("zae-limiter status: the region of table my-app is not known: give --region, or set"
                        + " AWS_REGION\n");
    }

    @Test
    void noCredentials_areSaidInOneLine() throws Exception {
        assertThat(refused("entity", "list", "--name", "my-app", "--region", "eu-west-1", "--endpoint-url", NOWHERE))
                .isEqualTo("zae-limiter entity list: there are no credentials for table my-app: give --profile, or set"
                        + " AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or run with a role\n");
    }
}

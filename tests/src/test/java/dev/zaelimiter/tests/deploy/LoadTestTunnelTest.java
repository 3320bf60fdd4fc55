package dev.zaelimiter.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.zaelimiter.cli.ZaeLimiter;
import dev.zaelimiter.tests.backends.Backend;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * {@code loadtest ui --tunnel} as a process, on the emulator of AWS with what it lacks of tasks, and with programs in
 * the place of the AWS CLI and its plugin that write down how they were called.
 */
@Tag("extended")
@Tag("back-end")
class LoadTestTunnelTest {

    private final String name = "tun-" + UUID.randomUUID().toString().substring(0, 8);
    private TunnelCloud cloud;
    private Path programs;

    @TempDir
    private Path folder;

    @BeforeEach
    void deploy() throws IOException {
        cloud = new TunnelCloud();
        programs = Files.createDirectory(folder.resolve("bin"));
        assertThat(Cloud.run("deploy", "-n", name, "--no-aggregator", "-q").exitCode())
                .isZero();
        Cloud.Ran made = Cloud.run("loadtest", "deploy", "-n", name, "-q", "--output", "json");
        assertThat(made.exitCode()).as(made.err()).isZero();
        putRun(new ObjectMapper().readTree(made.out()).path("bucket").asText());
        Path jar = folder.resolve("some.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("dev/zaelimiter/loadtest/aws/CloudWorker.class"));
            zip.write("x".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(Cloud.run("loadtest", "push", "-n", name, "-q", "--program", jar.toString())
                        .exitCode())
                .isZero();
    }

    private static void putRun(String bucket) {
        try (S3Client s3 = S3Client.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .region(Region.US_EAST_1)
                .endpointOverride(Backend.MINISTACK.endpoint())
                .forcePathStyle(true)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .build()) {
            s3.putObject(put -> put.bucket(bucket).key("runs/first-run/run.json"), RequestBody.fromString("{}"));
        }
    }

    @AfterEach
    void clear() {
        cloud.close();
        Cloud.run("loadtest", "delete", "-n", name, "--yes", "-q");
        Cloud.run("delete", "-n", name, "--yes", "-q");
    }

    private void program(String file, String script) throws IOException {
        Path path = Files.writeString(programs.resolve(file), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Cloud.Ran ui(String... more) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ZaeLimiter.class.getName(),
                "loadtest",
                "ui",
                "first-run",
                "-n",
                name,
                "--region",
                "us-east-1",
                "--endpoint-url",
                cloud.endpoint().toString(),
                "--tunnel",
                "-q"));
        command.addAll(List.of(more));
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("PATH", programs + ":/usr/bin:/bin");
        builder.environment().put("AWS_ACCESS_KEY_ID", "local");
        builder.environment().put("AWS_SECRET_ACCESS_KEY", "local");
        Process process = builder.start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            return new Cloud.Ran(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            process.destroyForcibly();
        }
    }

    private void requireOneTaskThatIsEnded() {
        assertThat(cloud.started).singleElement().asString().contains("CloudPage", "first-run");
        assertThat(cloud.stopped).hasSize(1);
    }

    @Test
    void tunnel_isOpenedByTheAwsCli_andEndsWithItsTask() throws Exception {
        program("session-manager-plugin", "true");
        program(
                "aws",
                "echo \"$@\" > " + folder.resolve("asked.txt") + "; echo $$ > " + folder.resolve("pid.txt")
                        + "; exec sleep 100");

        Cloud.Ran ran = ui("--port", "9123", "--for", "4");

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("http://127.0.0.1:9123/#key=", "aws ssm start-session");
        assertThat(folder.resolve("asked.txt"))
                .content()
                .matches("(?s)ssm start-session --target ecs:" + name + "\\S*_\\S+_runtime-1 --document-name"
                        + " AWS-StartPortForwardingSession --parameters portNumber=8421,localPortNumber=9123"
                        + " --region us-east-1\\s*");
        long pid = Long.parseLong(Files.readString(folder.resolve("pid.txt")).strip());
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive))
                .as("the tunnel")
                .isEmpty();
        requireOneTaskThatIsEnded();
    }

    @Test
    void tunnel_thatBreaks_isToldAndItsTaskEnded() throws Exception {
        program("session-manager-plugin", "true");
        program("aws", "echo 'TargetNotConnected' >&2; exit 254");

        Cloud.Ran ran = ui("--for", "60");

        assertThat(ran.exitCode()).isNotZero();
        assertThat(ran.err())
                .contains("TargetNotConnected", "the tunnel has ended with 254")
                .doesNotContain("\tat ");
        requireOneTaskThatIsEnded();
    }

    @Test
    void tunnel_withoutThePlugin_saysWhatIsMissingAndTheCommand() throws Exception {
        program("aws", "true");

        Cloud.Ran ran = ui("--for", "1");

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.err()).contains("session-manager-plugin is missing on this machine");
        assertThat(ran.out()).contains("aws ssm start-session --target ecs:" + name);
        requireOneTaskThatIsEnded();
    }
}

package dev.zaelimiter.tests.deploy;

import dev.zaelimiter.cli.ZaeLimiter;
import dev.zaelimiter.tests.backends.Backend;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import picocli.CommandLine;

/** The command line on the emulator of AWS that {@code bin/backends} starts. */
final class Cloud {

    private Cloud() {}

    /** What a command printed, and how it ended. */
    record Ran(int exitCode, String out, String err) {}

    /** Runs a command in this process, in a region and in somebody's name. */
    static Ran run(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of(
                "--region",
                "us-east-1",
                "--endpoint-url",
                Backend.MINISTACK.endpoint().toString()));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        System.setProperty("aws.accessKeyId", "local");
        System.setProperty("aws.secretAccessKey", "local");
        try {
            int exitCode = new CommandLine(new ZaeLimiter())
                    .setOut(new PrintWriter(out, true))
                    .setErr(new PrintWriter(err, true))
                    .execute(all.toArray(String[]::new));
            return new Ran(exitCode, out.toString(), err.toString());
        } finally {
            System.clearProperty("aws.accessKeyId");
            System.clearProperty("aws.secretAccessKey");
        }
    }

    /** Asks the service of stacks itself for what no command does. Signatures are not looked at there. */
    static void stacks(String action, Map<String, String> parameters) throws IOException, InterruptedException {
        StringBuilder form = new StringBuilder("Version=2010-05-15&Action=" + action);
        parameters.forEach((name, value) ->
                form.append('&').append(name).append('=').append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
        HttpRequest request = HttpRequest.newBuilder(Backend.MINISTACK.endpoint())
                .timeout(Duration.ofMinutes(1))
                .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
                .header(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/cloudformation/aws4_request,"
                                + " SignedHeaders=host, Signature=none")
                .POST(HttpRequest.BodyPublishers.ofString(form.toString()))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(action + ": " + answer.statusCode() + " " + answer.body());
        }
    }

    /**
     * A jar that looks like the function's: the emulator can't run one without a Docker engine, so nothing more is
     * needed.
     */
    static Path function(Path folder, String content) throws IOException {
        Path jar = folder.resolve("some-function-archive.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (String entry : List.of(
                    "dev/zaelimiter/aggregator/lambda/StreamFunction.class",
                    "software/amazon/awssdk/services/s3/S3Client.class")) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(content.getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar;
    }

    /** Runs another program, for at most two minutes. */
    static Ran program(Path folder, String... words) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "out", ".txt");
        Process process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                return new Ran(-1, Files.readString(out), "no end within two minutes");
            }
            return new Ran(process.exitValue(), Files.readString(out), "");
        } finally {
            process.destroyForcibly();
        }
    }

    /** Where {@code bin/backends} keeps what it installs. */
    static Path home() {
        String usual = System.getProperty("user.home") + "/.cache/zae-backends";
        return Path.of(System.getenv().getOrDefault("BACKENDS_HOME", usual));
    }

    /** A Python program there. */
    static Path installed(String environment, String program) {
        return home().resolve(environment).resolve("bin").resolve(program);
    }
}

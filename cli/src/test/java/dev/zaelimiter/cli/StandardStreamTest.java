package dev.zaelimiter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandardStreamTest {

    private static final String FULL_DISK = "/dev/full";

    @Test
    void failure_nothingWrong_isNull() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StandardStream stream = new StandardStream(bytes);
        print(stream);

        assertThat(stream.failure()).isNull();
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("text");
    }

    @Test
    void failure_diskFull_isRemembered() {
        StandardStream stream = new StandardStream(failing("No space left on device"));
        print(stream);

        assertThat(stream.failure()).isEqualTo("No space left on device");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Broken pipe", "The pipe is being closed"})
    void failure_readerLeft_isNone(String message) {
        StandardStream stream = new StandardStream(failing(message));
        print(stream);

        assertThat(stream.failure()).isNull();
    }

    /** The whole process, with a standard output that can't be written. */
    @ParameterizedTest
    @ValueSource(strings = {"--version", "replay ../examples/traces/azure-llm-code.csv --limit rpm=120/min --json"})
    void main_diskFull_fails(String arguments) throws IOException, InterruptedException {
        assumeTrue(new File(FULL_DISK).exists(), "there is a " + FULL_DISK);
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                ZaeLimiter.class.getName());
        builder.command().addAll(List.of(arguments.split(" ")));
        Process process = builder.redirectOutput(new File(FULL_DISK)).start();

        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(err)
                .startsWith("zae-limiter: standard output can't be written: ")
                .hasLineCount(1);
        assertThat(process.exitValue()).isEqualTo(1);
    }

    private static void print(OutputStream stream) {
        PrintWriter writer = new PrintWriter(stream, true, StandardCharsets.UTF_8);
        writer.print("text");
        writer.flush();
    }

    private static OutputStream failing(String message) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(message);
            }
        };
    }
}

package dev.zaelimiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a start loads is what it takes: the figures are in the operator's guide, the classes are here. */
class StartTest {

    private static final String FROM = " source: ";

    /** The lines of a process that also tells each class that it loads. */
    private static List<String> start(String... args) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load",
                "-cp",
                System.getProperty("java.class.path"),
                ZaeLimiter.class.getName());
        builder.command().addAll(List.of(args));
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output.lines().toList();
    }

    private static List<String> loaded(List<String> lines) {
        return lines.stream().filter(line -> line.contains(FROM)).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "--help"})
    void start_withoutAStore_loadsNoneOfItsClasses(String option) throws Exception {
        List<String> classes = loaded(start(option));

        assertThat(classes).anyMatch(line -> line.contains("dev.zaelimiter.cli.ZaeLimiter"));
        assertThat(classes)
                .noneMatch(line -> line.contains("software.amazon.")
                        || line.contains("dev.zaelimiter.dynamodb.")
                        || line.contains("dev.zaelimiter.embedded.")
                        || line.contains("dev.zaelimiter.dashboard.")
                        || line.contains("com.sun.net.httpserver.")
                        || line.contains("com.github.benmanes."));
    }

    @Test
    void version_alone_needsNoCommands() throws Exception {
        List<String> lines = start("--version");

        assertThat(loaded(lines))
                .noneMatch(line -> line.contains("picocli.CommandLine$Model") || line.contains("ReplayCommand"));
        assertThat(said(lines)).isEqualTo(versionOfTheLibrary());
    }

    private static String said(List<String> lines) {
        return lines.stream().filter(line -> !line.startsWith("[")).collect(Collectors.joining("\n"));
    }

    private static String versionOfTheLibrary() {
        StringWriter out = new StringWriter();
        Terminal terminal = Terminal.plain(80, StandardCharsets.UTF_8);
        ZaeLimiter.commandLine(terminal, Prompt.NOBODY, "--version")
                .setOut(new PrintWriter(out))
                .execute("--version");
        return out.toString().strip();
    }
}

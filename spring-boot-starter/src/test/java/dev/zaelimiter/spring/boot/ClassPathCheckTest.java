package dev.zaelimiter.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathCheckTest {

    @Test
    void oneStarter_isFine() {
        assertThatCode(() -> ClassPathCheck.requireOne(ClassPathCheck.class.getClassLoader()))
                .doesNotThrowAnyException();
        assertThatCode(() -> ClassPathCheck.requireGeneration("4.0.7")).doesNotThrowAnyException();
    }

    @Test
    void twoStarters_areBothNamed(@TempDir Path directory) throws Exception {
        URL[] two = new URL[2];
        for (int i = 0; i < 2; i++) {
            Path starter = directory.resolve("starter-0." + i);
            Files.createDirectories(starter.resolve("META-INF"));
            Files.writeString(starter.resolve("META-INF/zae-limiter-spring-boot-starter"), "");
            two[i] = starter.toUri().toURL();
        }
        try (URLClassLoader loader = new URLClassLoader(two, null)) {
            assertThatThrownBy(() -> ClassPathCheck.requireOne(loader))
                    .isInstanceOf(UnfitApplicationException.class)
                    .hasMessageContaining("starter-0.0")
                    .hasMessageContaining("starter-0.1");
        }
    }

    /** A program of its own, with the libraries of Boot 3. */
    @Test
    void boot3_isRefusedPlainly() throws Exception {
        Run run;
        try (Stream<Path> jars = Files.list(Path.of("target/boot3"))) {
            run = run(Stream.concat(ours(), jars.map(Path::toString)));
        }
        assertThat(run.output)
                .contains("zae-limiter-spring-boot-starter is for Spring Boot 4, and this is Spring Boot 3.5.7");
        assertThat(run.exitValue).isEqualTo(1);
    }

    /** What the starter brings by itself is enough: no Micrometer, Actuator, Reactor, Security or AWS. */
    @Test
    void smallestClassPath_isEnough() throws Exception {
        Run run = run(Stream.concat(
                ours(),
                path().filter(entry -> entry.matches(
                        ".*/(spring-(boot|boot-autoconfigure|core|beans|context|aop|expression)|slf4j-api|commons-logging"
                                + "|jspecify|micrometer-(observation|commons))-[0-9.]+jar"))));
        assertThat(run.output).contains("A limiter is there: RateLimiter");
        assertThat(run.exitValue).isZero();
    }

    private record Run(String output, int exitValue) {}

    private static Run run(Stream<String> libraries) throws Exception {
        String tests = Path.of(Objects.requireNonNull(
                                BareApplication.class.getProtectionDomain().getCodeSource())
                        .getLocation()
                        .toURI())
                .toString();
        String classPath = Stream.concat(Stream.of(tests, "target/classes"), libraries)
                .collect(Collectors.joining(File.pathSeparator));
        Path output = Files.createTempFile("application", ".txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        BareApplication.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            return new Run(Files.readString(output), process.exitValue());
        } finally {
            process.destroyForcibly();
            Files.delete(output);
        }
    }

    private static Stream<String> path() {
        return Stream.of(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                .split(File.pathSeparator));
    }

    /** Our own modules, as they are on the path of this test, and what they need. */
    private static Stream<String> ours() {
        return path().filter(entry -> entry.matches(".*/(core|embedded|admin|micrometer)/target/.*")
                || entry.matches(".*/(caffeine|snakeyaml-engine)-[0-9.]+jar"));
    }
}

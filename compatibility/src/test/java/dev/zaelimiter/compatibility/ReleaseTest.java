package dev.zaelimiter.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A dry run of a release, and what a stranger makes of it who has nothing else: an empty local repository and the files
 * of the staging folder. The checkout is a clone with the line ends of Windows asked for, in a folder whose name has a
 * space. With {@code -Dstaging=FOLDER} a dry run that was made already is looked at.
 */
@Tag("extended")
@Tag("network")
@TestInstance(Lifecycle.PER_CLASS)
class ReleaseTest {

    private static final String VERSION = "0.1.0";
    private static final String FAST = "-Punchecked";

    private Path directory;
    private Path staging;
    private Stranger stranger;
    private String said;

    @BeforeAll
    void makeARelease(@TempDir Path scratch) throws Exception {
        directory = scratch;
        String made = System.getProperty("staging");
        if (made != null) {
            staging = Path.of(made);
            stranger = new Stranger(directory, staging, VERSION);
            said = "";
            return;
        }
        Path clone = cloned("a stranger");
        Run run = Run.of(clone, Map.of("RELEASE_FLAGS", FAST), List.of("bin/release", VERSION))
                .well();
        said = run.err();
        staging = Path.of(run.out().strip());
        assertThat(staging).isDirectory().startsWith(clone);
        stranger = new Stranger(directory, staging, VERSION);
    }

    private Path cloned(String name) throws Exception {
        Path clone = directory.resolve(name);
        Run.of(
                        directory,
                        Map.of(),
                        List.of(
                                "git",
                                "-c",
                                "core.autocrlf=true",
                                "clone",
                                "-q",
                                "-c",
                                "core.autocrlf=true",
                                Checkout.ROOT.toString(),
                                clone.toString()))
                .well();
        return clone;
    }

    private Path published(String module, String classifier, String extension) {
        String artifact = module.isEmpty() ? "zae-limiter-parent" : "zae-limiter-" + module;
        String dash = classifier.isEmpty() ? "" : "-" + classifier;
        return staging.resolve("dev/zaelimiter")
                .resolve(artifact)
                .resolve(VERSION)
                .resolve(artifact + "-" + VERSION + dash + "." + extension);
    }

    static List<String> jars() {
        return Checkout.publishedJars();
    }

    /** Maven says so where a module is named by the file of a jar, as {@code aws.crt} was. */
    @Test
    void build_saysNothingAgainstPublishing() {
        assertThat(said).doesNotContain("Please don't publish").doesNotContain("filename-based automodule");
    }

    @Test
    void staging_holdsWhatIsPublishedAndNothingElse() throws IOException {
        try (Stream<Path> folders = Files.list(staging.resolve("dev/zaelimiter"))) {
            assertThat(folders.map(folder -> folder.getFileName().toString().replace("zae-limiter-", "")))
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.concat(Stream.of("parent", "bom"), Checkout.publishedModules().stream())
                                    .toList());
        }
    }

    @ParameterizedTest
    @MethodSource("jars")
    void jar_ofEachModule_saysWhatItIs(String module) throws IOException {
        for (String classifier : List.of("", "sources")) {
            try (JarFile jar = new JarFile(published(module, classifier, "jar").toFile())) {
                assertThat(jar.getEntry("META-INF/LICENSE"))
                        .as("LICENSE in %s", jar.getName())
                        .isNotNull();
                assertThat(jar.getEntry("META-INF/NOTICE"))
                        .as("NOTICE in %s", jar.getName())
                        .isNotNull();
            }
        }
        try (JarFile jar = new JarFile(published(module, "", "jar").toFile())) {
            Manifest manifest = jar.getManifest();
            assertThat(manifest.getMainAttributes().getValue("Implementation-Version"))
                    .isEqualTo(VERSION);
        }
        try (JarFile jar = new JarFile(published(module, "javadoc", "jar").toFile())) {
            assertThat(jar.stream().map(entry -> entry.getName()))
                    .anyMatch(name -> name.endsWith("index.html"))
                    .noneMatch(name -> name.contains("/internal/"));
        }
        assertThat(Files.readString(published(module, "cyclonedx", "json")))
                .contains("\"bomFormat\" : \"CycloneDX\"", "zae-limiter-" + module);
        assertThat(Files.readString(published(module, "", "pom"))).doesNotContain("SNAPSHOT");
    }

    static List<String> strangers() {
        return List.of("embedded", "unit-test", "http-service");
    }

    @ParameterizedTest
    @MethodSource("strangers")
    void example_copiedAndBuiltFromAnEmptyRepository_works(String example) throws Exception {
        Run run = stranger.buildCopyOf(example);

        assertThat(run.out()).contains("BUILD SUCCESS");
        if (example.equals("http-service")) {
            assertThat(run.out()).contains("429, {");
        }
    }

    /** On the store that bin/backends starts. */
    @Tag("back-end")
    @Test
    void exampleOnATable_copiedAndBuiltFromAnEmptyRepository_works() throws Exception {
        assertThat(stranger.buildCopyOf("dynamodb").out()).contains("Tests run: 1, Failures: 0");
    }

    /** The artifacts, the dependency and the first program of the README are all that somebody has read. */
    @Test
    void readmesLines_fromAnEmptyRepository_endInA429() throws Exception {
        Run run = stranger.buildReadme();

        assertThat(run.out()).contains("BUILD SUCCESS", "Tests run: 1, Failures: 0", "the client is told 429");
    }

    /** The command needs neither a checkout nor Maven. */
    @Test
    void zip_unpackedInAFolderWithASpace_runsTheCommand() throws Exception {
        Path home = directory.resolve("my programs");
        unpack(published("distribution", "bin", "zip"), home);
        Path command = home.resolve("zae-limiter-" + VERSION + "/bin/zae-limiter");
        Map<String, String> noMaven = Map.of("PATH", "/usr/bin:/bin", "JAVA_HOME", System.getProperty("java.home"));

        Run version =
                Run.of(home, noMaven, List.of(command.toString(), "--version")).well();
        assertThat(version.out()).startsWith("zae-limiter " + VERSION);
        assertThat(version.err()).isEmpty();
        Run replay = Run.of(
                        home,
                        noMaven,
                        List.of(
                                command.toString(),
                                "replay",
                                Checkout.ROOT
                                        .resolve("examples/traces/access.log")
                                        .toString(),
                                "--limit",
                                "rps=2/s"))
                .well();
        assertThat(replay.out()).contains("refused");
        assertThat(home.resolve("zae-limiter-" + VERSION + "/function"))
                .isDirectoryContaining(file -> file.toString().endsWith("-function.jar"));
    }

    /** What the file for a container takes in is there, and starts. */
    @Test
    void containerfile_namesWhatTheZipHolds() throws Exception {
        Path home = directory.resolve("for a container");
        unpack(published("distribution", "bin", "zip"), home);
        Path folder = home.resolve("zae-limiter-" + VERSION);
        for (String line : Files.readAllLines(folder.resolve("Containerfile"))) {
            if (line.startsWith("COPY ")) {
                String[] words = line.split(" ");
                for (int i = 1; i < words.length - 1; i++) {
                    assertThat(folder.resolve(words[i])).exists();
                }
            } else if (line.startsWith("ENTRYPOINT ")) {
                assertThat(line).contains("/opt/zae-limiter/bin/zae-limiter");
            }
        }
        assertThat(folder.resolve("bin/zae-limiter")).isExecutable();
        assertThat(folder.resolve("LICENSE")).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nowhere", ""})
    void zip_withoutJava_saysSoInOneLine(String javaHome) throws Exception {
        Path home = directory.resolve("no java" + javaHome.length());
        unpack(published("distribution", "bin", "zip"), home);
        Path tools = Files.createDirectories(home.resolve("tools"));
        for (String tool : List.of("sh", "dirname", "readlink", "sed")) {
            Path file = Files.writeString(tools.resolve(tool), "#!/bin/sh\nexec /usr/bin/" + tool + " \"$@\"\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }

        Run run = Run.of(
                home,
                Map.of("PATH", tools.toString(), "JAVA_HOME", javaHome),
                List.of(
                        "/bin/sh",
                        home.resolve("zae-limiter-" + VERSION + "/bin/zae-limiter")
                                .toString(),
                        "--version"));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains("JAVA_HOME");
    }

    private static void unpack(Path zip, Path to) throws Exception {
        Files.createDirectories(to);
        try (ZipFile file = new ZipFile(zip.toFile())) {
            assertThat(file.size()).isPositive();
        }
        Run.of(to, Map.of(), List.of("python3", "-c", UNZIP, zip.toString())).well();
    }

    /** Java's own class drops the rights of files. */
    private static final String UNZIP = """
            import os, sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as z:
                for each in z.infolist():
                    path = z.extract(each, '.')
                    if not each.is_dir():
                        os.chmod(path, (each.external_attr >> 16) & 0o777)
            """;

    /**
     * Somewhere else, at another time, in another time zone and language: all bytes are the same, but for those of
     * Javadoc.
     */
    @Test
    void build_repeatedElsewhere_makesTheSameBytes() throws Exception {
        Path again = cloned("elsewhere");
        Run run = Run.of(
                        again,
                        Map.of(
                                "RELEASE_FLAGS",
                                FAST + " -Dmaven.javadoc.skip=true",
                                "TZ",
                                "Pacific/Auckland",
                                "LC_ALL",
                                "C",
                                "MAVEN_OPTS",
                                "-Duser.language=tr -Duser.country=TR -Duser.timezone=Pacific/Auckland"),
                        List.of("bin/release", VERSION))
                .well();

        Map<String, String> first = checksums(staging);
        Map<String, String> second = checksums(Path.of(run.out().strip()));
        first.keySet().removeIf(name -> name.contains("-javadoc.jar"));
        assertThat(second).isEqualTo(first);
        assertThat(first).hasSizeGreaterThan(4 * Checkout.publishedJars().size());
    }

    private static Map<String, String> checksums(Path folder) throws Exception {
        Map<String, String> sums = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(file).toString();
                // When it was deployed stands in the list of versions, which Central makes anew.
                if (name.contains("maven-metadata") || name.endsWith(".md5") || name.endsWith(".sha1")) {
                    continue;
                }
                MessageDigest digest = MessageDigest.getInstance("SHA-256");
                try (InputStream in = Files.newInputStream(file)) {
                    digest.update(in.readAllBytes());
                }
                sums.put(name, HexFormat.of().formatHex(digest.digest()));
            }
        }
        return sums;
    }
}

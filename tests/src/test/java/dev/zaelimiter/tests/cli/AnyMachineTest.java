package dev.zaelimiter.tests.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts on a machine where something is missing: they work without it, or say in one line what it is. */
@Tag("documents")
class AnyMachineTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private Path directory;

    private Path tools;

    private record Ended(int exitCode, String out, String err) {}

    @BeforeEach
    void someTools() throws IOException {
        tools = Files.createDirectories(directory.resolve("some tools"));
        for (String tool : List.of(
                "awk",
                "bash",
                "cat",
                "df",
                "dirname",
                "env",
                "find",
                "grep",
                "head",
                "mkdir",
                "mktemp",
                "printf",
                "pwd",
                "readlink",
                "rm",
                "sed",
                "sort",
                "tail",
                "tar",
                "tr")) {
            for (Path folder : List.of(Path.of("/usr/bin"), Path.of("/bin"))) {
                if (Files.exists(folder.resolve(tool)) && !Files.exists(tools.resolve(tool))) {
                    script(tools.resolve(tool), "exec " + folder.resolve(tool) + " \"$@\"");
                }
            }
        }
    }

    private Path script(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private Ended run(Path folder, Map<String, String> more, String... command) throws Exception {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.equals("JAVA_HOME"));
        builder.environment().put("PATH", tools.toString());
        builder.environment().putAll(more);
        Process process = builder.start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private Ended launch(String script, Map<String, String> more) throws Exception {
        return run(ROOT, more, "bash", "-euc", "root=" + quoted(ROOT) + "; source bin/launch.bash; " + script);
    }

    private static String quoted(Path path) {
        return "'" + path + "'";
    }

    private Path jdk(String version, boolean compiler) throws IOException {
        Path home = directory.resolve("a jdk " + version);
        script(home.resolve("bin/java"), "exit 0");
        if (compiler) {
            script(home.resolve("bin/javac"), "exit 0");
        }
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private static void saysOneLine(Ended ended, String... words) {
        assertThat(ended.err()).hasLineCount(1).contains(words);
        assertThat(ended.exitCode()).isEqualTo(2);
    }

    @Test
    void launcher_withoutJava_saysWhatToInstall() throws Exception {
        saysOneLine(launch("find_java", Map.of()), "no Java found", "17 or newer", "JAVA_HOME");
    }

    @Test
    @DisplayName("a JAVA_HOME that leads nowhere was not named, and the build then failed in Maven")
    void launcher_withAJavaHomeThatLeadsNowhere_namesIt_andDoesWithout() throws Exception {
        Map<String, String> wrong = Map.of("JAVA_HOME", "/no such jdk");
        saysOneLine(launch("find_java", wrong), "no Java found", "JAVA_HOME, /no such jdk, has no bin/java");

        script(tools.resolve("java"), "exit 0");
        Ended ended = launch("find_java; echo \"$java|${JAVA_HOME-none}\"", wrong);
        assertThat(ended.out().strip()).isEqualTo(tools + "/java|none");
    }

    @Test
    void launcher_withAnOldJava_saysWhichAndWhatIsNeeded() throws Exception {
        Path old = jdk("11.0.2", true);
        saysOneLine(launch("find_java", Map.of("JAVA_HOME", old.toString())), "version 11", "17 or newer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"17.0.15", "21.0.1", "25", "25.0.1"})
    void launcher_withAJavaOfToday_takesItFromAPathWithSpaces(String version) throws Exception {
        Path home = jdk(version, true);
        Ended ended = launch("find_java; echo \"$java|$java_version\"", Map.of("JAVA_HOME", home.toString()));

        assertThat(ended.out().strip()).isEqualTo(home + "/bin/java|" + version.replaceAll("\\..*", ""));
        assertThat(ended.err()).isEmpty();
    }

    @Test
    void build_withoutACompiler_saysThatAJdkIsNeeded() throws Exception {
        Path jre = jdk("17.0.15", false);
        saysOneLine(launch("find_java; find_maven", Map.of("JAVA_HOME", jre.toString())), "a JDK is needed", "javac");
    }

    @Test
    @DisplayName("java by a script of asdf, jenv or mise was taken for a JDK without a compiler")
    void build_withAJavaBehindAScript_leavesTheCompilerToMaven() throws Exception {
        script(tools.resolve("java"), "exit 0");
        script(tools.resolve("mvn"), "exit 0");

        assertThat(launch("find_java; find_maven", Map.of()).out().strip()).isEqualTo(tools + "/mvn");
    }

    @Test
    void build_withoutMaven_takesTheWrapper() throws Exception {
        Map<String, String> java = Map.of("JAVA_HOME", jdk("17.0.15", true).toString());
        assertThat(launch("find_java; find_maven", java).out().strip()).isEqualTo(ROOT + "/mvnw");

        script(tools.resolve("mvn"), "exit 0");
        assertThat(launch("find_java; find_maven", java).out().strip()).isEqualTo(tools + "/mvn");
    }

    @Test
    void build_withoutMavenAndWrapper_saysWhatToInstall() throws Exception {
        Map<String, String> java = Map.of("JAVA_HOME", jdk("17.0.15", true).toString());
        saysOneLine(launch("root=/nowhere; find_java; find_maven", java), "no Maven found", "3.8 or newer");
    }

    /** What is fetched for somebody is what was looked at: the checksum is in the checkout. */
    @Test
    void wrapper_fetchesFromCentralAloneAndChecks() throws IOException {
        String properties = Files.readString(ROOT.resolve(".mvn/wrapper/maven-wrapper.properties"));

        assertThat(properties)
                .contains("distributionType=only-script")
                .containsPattern("distributionUrl=https://repo\\.maven\\.apache\\.org/maven2/\\S+-bin\\.zip")
                .containsPattern("distributionSha256Sum=[0-9a-f]{64}");
        assertThat(ROOT.resolve("mvnw")).isExecutable();
    }

    @Test
    void checkout_onWindows_keepsTheLineEndsOfScripts() throws IOException {
        assertThat(Files.readAllLines(ROOT.resolve(".gitattributes")))
                .contains("* text=auto eol=lf", "*.cmd text eol=crlf");
        for (String script : List.of("mvnw", "bin/launch.bash", "bin/zae-limiter", ".ci/run")) {
            assertThat(Files.readString(ROOT.resolve(script))).as(script).doesNotContain("\r");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "waiting", "no/such", "NoSuchTest", "BucketMathTest#noSuchTest"})
    void test_ofSomethingThatIsNotThere_saysSo(String name) throws Exception {
        Ended ended = run(ROOT, Map.of(), "bash", "bin/test", name);

        saysOneLine(ended, "test: ");
    }

    @Test
    void test_ofAClassInAnyModule_runsItsModuleAlone() throws Exception {
        script(tools.resolve("mvn"), "echo \"$*\"");
        Map<String, String> java = Map.of("JAVA_HOME", jdk("17.0.15", true).toString());

        assertThat(run(ROOT, java, "bash", "bin/test", "BucketMathTest", "-Dseed=1")
                        .out())
                .contains("test -pl core -am -Dtest=BucketMathTest ", " -Dseed=1");
        assertThat(run(ROOT, java, "bash", "bin/test", "WaitingScenariosTest").out())
                .contains("-pl tests -am -Dtest=WaitingScenariosTest");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1.0", "v1.0.0", "01.0.0", "0.1.0-SNAPSHOT", "0.1.0 ", "../0.1.0"})
    void release_ofAVersionThatIsNone_saysSo(String version) throws Exception {
        saysOneLine(run(ROOT, Map.of(), "bash", "bin/release", version), "release: ", "0.1.0");
    }

    @Test
    void ci_whereThingsAreMissing_namesThemAtItsEnd_andFailsIfToldTo() throws Exception {
        Path checkout = Files.createDirectories(directory.resolve("a checkout"));
        Files.createDirectories(checkout.resolve(".ci"));
        Files.copy(ROOT.resolve(".ci/run"), checkout.resolve(".ci/run"));
        script(checkout.resolve("bin/backends"), "exit 1");
        script(tools.resolve("mvn"), "exit 0");
        script(tools.resolve("apt-get"), "exit 1");
        Map<String, String> alone = new HashMap<>(Map.of("JDK_HOMES", "/nowhere"));

        Ended lenient = run(checkout, alone, "bash", ".ci/run");
        assertThat(lenient.exitCode()).isZero();
        List<String> lines = new ArrayList<>(lenient.out().lines().toList());
        assertThat(lines.subList(lines.size() - 5, lines.size()))
                .satisfiesExactly(
                        line -> assertThat(line).contains("not all was run"),
                        line -> assertThat(line).contains("of a release and of the site"),
                        line -> assertThat(line).contains("browser"),
                        line -> assertThat(line).contains("real stores"),
                        line -> assertThat(line).contains("JDK 25"));
        assertThat(run(checkout, alone, "bash", ".ci/run", "--strict").exitCode())
                .isEqualTo(1);
        assertThat(run(checkout, alone, "bash", ".ci/run", "--network").out()).doesNotContain("of a release");
        assertThat(run(checkout, alone, "bash", ".ci/run", "--stict").exitCode())
                .isEqualTo(2);
    }

    @Test
    void ci_whereATestFails_namesItAtItsEnd() throws Exception {
        Path checkout = Files.createDirectories(directory.resolve("a checkout"));
        Files.createDirectories(checkout.resolve(".ci"));
        Files.copy(ROOT.resolve(".ci/run"), checkout.resolve(".ci/run"));
        script(checkout.resolve("bin/backends"), "exit 1");
        script(tools.resolve("chromium"), "exit 0");
        script(tools.resolve("mvn"), """
                mkdir -p core/target/surefire-reports
                printf 'Tests run: 2 <<< FAILURE! -- in ATest\\nATest.fails <<< ERROR!\\nwhy it failed\\n' > core/target/surefire-reports/ATest.txt
                printf '<testcase name="byChance"\\n<flakyFailure message="late">\\n' > core/target/surefire-reports/TEST-ATest.xml
                echo 'BUILD FAILURE'
                exit 1
                """);
        Ended ended = run(checkout, Map.of("JDK_HOMES", "/nowhere"), "bash", ".ci/run");

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.out().substring(ended.out().indexOf("BUILD FAILURE")))
                .containsSubsequence(
                        "Tests that failed", "ATest.fails", "why it failed", "once, and then not", "byChance", "late")
                .doesNotContain("Tests run: 2");
    }

    /**
     * Runs it where the build without a network, of the copy, says something and ends so, and ends otherwise alone;
     * hands over what was built.
     */
    private Ended ciOnTwoJdks(String said, int exitCode, int alone, Path builds) throws Exception {
        Path checkout = Files.createDirectories(directory.resolve("checkout"));
        Files.createDirectories(checkout.resolve(".ci"));
        Files.copy(ROOT.resolve(".ci/run"), checkout.resolve(".ci/run"));
        Files.writeString(checkout.resolve("pom.xml"), "<project/>");
        script(checkout.resolve("bin/backends"), "exit 0");
        script(tools.resolve("chromium"), "exit 0");
        script(tools.resolve("git"), "printf 'pom.xml\\0'");
        script(directory.resolve("jdk-25/bin/javac"), "exit 0");
        Path release = Files.writeString(directory.resolve("jdk-25/release"), "JAVA_VERSION=\"25.0.1\"\n");
        script(tools.resolve("mvn"), """
                where=copy; [ "$PWD" = '%s' ] && where=checkout
                how=; case "$*" in *' -o '*) how=' offline' ;; esac
                [ -e pom.xml ] && echo "$where${JAVA_HOME:+ by the second}$how" >> '%s'
                [ -z "$how" ] || { echo '%s'; exit %d; }
                [ "$where" = checkout ] || exit %d
                """.formatted(checkout, builds, said, exitCode, alone));
        return run(checkout, Map.of("JDK_HOMES", release.toString()), "bash", ".ci/run");
    }

    @ParameterizedTest
    @CsvSource({
        "all is well, 0, 1, 0, checkout; copy by the second offline",
        "a test failed, 1, 1, 1, checkout; copy by the second; copy by the second offline",
        "no access in offline mode, 1, 0, 0, checkout; copy by the second; copy by the second offline"
    })
    void ci_withASecondJdk_buildsACopyBeside_andAloneIfThatFails(
            String said, int endsWith, int alone, int expected, String expectedBuilds) throws Exception {
        Path builds = Files.createFile(directory.resolve("builds"));
        Ended ended = ciOnTwoJdks(said, endsWith, alone, builds);

        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(expected);
        assertThat(ended.out()).contains(said);
        assertThat(Files.readAllLines(builds).stream().sorted()).containsExactly(expectedBuilds.split("; "));
    }
}

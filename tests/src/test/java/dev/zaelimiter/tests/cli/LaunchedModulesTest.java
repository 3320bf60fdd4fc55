package dev.zaelimiter.tests.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** S4: what the scripts in {@code bin} build before they run something, and keep of it. */
class LaunchedModulesTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>(.*?)</dependency>");
    private static final Pattern OURS = Pattern.compile("<artifactId>zae-limiter-([a-z0-9-]+)</artifactId>");

    @TempDir
    private Path directory;

    private String bash(String script) throws Exception {
        Path out = directory.resolve("out");
        Process process = new ProcessBuilder("bash", "-euc", "source bin/launch.bash; " + script)
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(out)).isZero();
        return Files.readString(out);
    }

    private static void needed(String module, Set<String> all) throws Exception {
        if (all.add(module)) {
            for (Matcher each = DEPENDENCY.matcher(Files.readString(ROOT.resolve(module + "/pom.xml")));
                    each.find(); ) {
                Matcher ours = OURS.matcher(each.group(1));
                if (ours.find() && !each.group(1).contains("<scope>test</scope>")) {
                    needed(ours.group(1), all);
                }
            }
        }
    }

    /** S4: a module that was left out of a list by hand ran as it was built long ago. */
    @Test
    void modules_ofEachScript_areThoseOfThePoms() throws Exception {
        for (String script :
                List.of("zae-limiter:cli", "bench:benchmarks", "example:examples", "example:example-gateway")) {
            String module = script.substring(script.indexOf(':') + 1);
            assertThat(Files.readString(ROOT.resolve("bin/" + script.substring(0, script.indexOf(':')))))
                    .containsPattern("(?m)^ *ensure_built " + module + "$");
            Set<String> expected = new TreeSet<>();
            needed(module, expected);
            String printed = bash("root=" + ROOT + "; modules_of " + module);
            assertThat(new ArrayList<>(Arrays.asList(printed.strip().split("\\s+"))))
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
        Set<String> ofCli = new TreeSet<>();
        needed("cli", ofCli);
        assertThat(ofCli).contains("dynamodb", "admin");
    }

    /** S10: on a read-only checkout every run made an archive that it could not keep. */
    @Test
    void archive_whereItCantBeKept_isNotTried() throws Exception {
        Path writable = Files.createDirectories(directory.resolve("writable/cli/target"));
        String script = "name_archive() { echo name; }; find_archive() { :; }; write_archive() { :; };"
                + " list_classes() { echo tried >&3; }; jvm_flags=(); exec 3>&1; share_classes cli Main";
        assertThat(bash("root=" + directory.resolve("nowhere") + "; " + script)).isEmpty();
        assertThat(bash("root=" + writable.getParent().getParent() + "; " + script))
                .isNotEmpty();
    }
}

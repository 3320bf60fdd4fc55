package dev.zaelimiter.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The API is as it is recorded in {@code compatibility/api}: what changes it, changes the record too. */
@Tag("documents")
class ApiListingTest {

    private static final Path RECORDED = Checkout.ROOT.resolve("compatibility/api");
    private static final String COMMAND = "bin/test ApiListingTest -Dapi=record";

    static List<String> modules() {
        return Checkout.libraries();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void api_ofEachPublishedModule_isAsRecorded(String module) throws IOException {
        Path classes = Checkout.ROOT.resolve(module + "/target/classes");
        assertThat(classes)
                .as(
                        "compatibility/pom.xml does not name %s, which is published: then it is not built before this",
                        module)
                .isDirectory();
        List<String> now = ApiListing.of(classes);
        Path file = RECORDED.resolve(module + ".txt");
        if ("record".equals(System.getProperty("api"))) {
            Files.writeString(file, String.join("\n", now) + "\n");
        }
        List<String> recorded = Files.exists(file) ? Files.readAllLines(file) : List.of();

        List<String> gone = new ArrayList<>(qualified(recorded));
        gone.removeAll(qualified(now));
        List<String> added = new ArrayList<>(qualified(now));
        added.removeAll(qualified(recorded));
        assertThat(gone)
                .as(
                        "gone from the API of %s. Whoever uses it no longer builds or runs: see VERSIONING.md. If it is meant,"
                                + " name it under 'Upgrade notes' in CHANGELOG.md and run: %s",
                        module, COMMAND)
                .isEmpty();
        assertThat(added)
                .as("new in the API of %s, and a promise from the next release on. If it is meant: %s", module, COMMAND)
                .isEmpty();
        assertThat(now).isEqualTo(recorded);
    }

    /** Each line with the class that it belongs to, since members of several classes look alike. */
    private static List<String> qualified(List<String> listing) {
        List<String> lines = new ArrayList<>();
        String owner = "";
        for (String line : listing) {
            if (line.startsWith("  ")) {
                lines.add(owner + ": " + line.strip());
            } else {
                owner = line.replaceFirst(".*?(?:class|interface) ([\\w.$]+).*", "$1");
                lines.add(line);
            }
        }
        return lines;
    }

    @Test
    void record_holdsNoModuleThatIsNotPublished() throws IOException {
        try (Stream<Path> files = Files.list(RECORDED)) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".txt", "")))
                    .containsExactlyInAnyOrderElementsOf(Checkout.libraries());
        }
    }

    /** A class that does not say since when it is there is as old as its package. */
    @ParameterizedTest
    @MethodSource("modules")
    void packages_sayFromWhichVersionOnTheyAreThere(String module) throws IOException {
        Path sources = Checkout.ROOT.resolve(module + "/src/main/java");
        for (String name : packages(ApiListing.of(Checkout.ROOT.resolve(module + "/target/classes")))) {
            Path info = sources.resolve(name.replace('.', '/')).resolve("package-info.java");
            assertThat(info).isRegularFile();
            assertThat(Files.readString(info)).as(info.toString()).containsPattern("@since \\d+\\.\\d+\\.\\d+");
        }
    }

    private static Set<String> packages(List<String> listing) {
        Set<String> names = new TreeSet<>();
        for (String line : listing) {
            if (line.startsWith("public ")) {
                names.add(line.replaceFirst(".*?(?:class|interface) ([\\w.]+)\\.\\w.*", "$1"));
            }
        }
        return names;
    }

    @Test
    void listing_ofCore_holdsTheApiAndNothingElse() throws IOException {
        List<String> core = ApiListing.of(Checkout.ROOT.resolve("core/target/classes"));

        assertThat(core)
                .contains(
                        "exports dev.zaelimiter",
                        "public interface dev.zaelimiter.RateLimiter",
                        "  public abstract dev.zaelimiter.Decision tryAcquire(dev.zaelimiter.AcquireRequest);",
                        "public final class dev.zaelimiter.Limit")
                .noneMatch(line -> line.contains("class dev.zaelimiter.internal.") || line.startsWith("class "))
                .noneMatch(line -> line.contains("SystemEnvironment"));
    }
}

package dev.zaelimiter.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Maven Central asks of a pom, and what holds for each module, also for one that is new. */
@Tag("documents")
class PublishedPomsTest {

    static List<String> modules() {
        return Checkout.publishedModules();
    }

    static List<String> jars() {
        return Checkout.publishedJars();
    }

    static List<String> libraries() {
        return Checkout.libraries();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void module_hasNameAndDescription(String module) {
        assertThat(Checkout.pom(module))
                .containsPattern("<name>[^<]+</name>")
                .containsPattern("<description>[^<]+</description>");
    }

    @Test
    void parentAndBom_sayWhoseAndWhereTheyAre() {
        for (String pom : List.of(Checkout.pom("."), Checkout.pom("bom"))) {
            assertThat(pom)
                    .containsPattern("<url>https://[^<]+</url>\\s+(?:<inceptionYear>|<licenses>)")
                    .containsPattern("(?s)<licenses>.*<name>Apache-2.0</name>")
                    .containsPattern("(?s)<developers>.*<name>[^<]+</name>")
                    .containsPattern("(?s)<scm.*<connection>scm:git:[^<]+</connection>.*<url>https://[^<]+</url>");
        }
    }

    @ParameterizedTest
    @MethodSource("jars")
    void jar_isInTheBomAndWatchedHere(String module) {
        Pattern named = Pattern.compile("<artifactId>zae-limiter-" + module + "</artifactId>");
        assertThat(Checkout.pom("bom")).as("the BOM").containsPattern(named);
        assertThat(Checkout.pom("compatibility")).as("compatibility/pom.xml").containsPattern(named);
    }

    @ParameterizedTest
    @MethodSource("jars")
    void classes_carryLicenceAndNotice(String module) {
        Path classes = Checkout.ROOT.resolve(module + "/target/classes/META-INF");
        assertThat(classes.resolve("LICENSE")).hasSameTextualContentAs(Checkout.ROOT.resolve("LICENSE"));
        assertThat(classes.resolve("NOTICE")).hasSameTextualContentAs(Checkout.ROOT.resolve("NOTICE"));
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void module_hasADescriptorOrANameOfItsOwn(String module) {
        boolean descriptor = Files.exists(Checkout.ROOT.resolve(module + "/target/classes/module-info.class"));
        assertThat(descriptor || Checkout.pom(module).contains("<Automatic-Module-Name>dev.zaelimiter"))
                .as(
                        "%s has no module-info.java and no Automatic-Module-Name: its name would be that of its file",
                        module)
                .isTrue();
    }

    /** A range, "LATEST" or a snapshot of others would make a release something else tomorrow. */
    @ParameterizedTest
    @MethodSource("modules")
    void versions_areFixed(String module) {
        assertThat(Checkout.pom(module).replaceFirst("<version>[0-9.]+-SNAPSHOT</version>", ""))
                .doesNotContainPattern("<version>(?:[\\[(]|LATEST|RELEASE|[^<]*-SNAPSHOT)");
    }
}

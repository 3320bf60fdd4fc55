package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import dev.zaelimiter.tests.architecture.ArchitectureRules;
import dev.zaelimiter.tests.architecture.internal.engine.Ambient;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The arrows between modules and packages hold, and each rule bites: a fixture that violates it is found. */
@Tag("same-on-every-jdk")
class ArchitectureTest {

    static {
        // What lies outside is known by its name; reading it all would take half a minute.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    }

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages("dev.zaelimiter");

    private static final JavaClasses FIXTURES =
            new ClassFileImporter().importPackages("dev.zaelimiter.tests.architecture");

    static Iterable<Map.Entry<String, ArchRule>> rules() {
        return ArchitectureRules.of("dev.zaelimiter").entrySet();
    }

    static Iterable<Map.Entry<String, ArchRule>> rulesOfFixtures() {
        return ArchitectureRules.of("dev.zaelimiter.tests.architecture").entrySet();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void rule_onTheProject_holds(Map.Entry<String, ArchRule> rule) {
        assertThat(MAIN.size()).isGreaterThan(100);
        rule.getValue().check(MAIN);
    }

    @ParameterizedTest
    @MethodSource("rulesOfFixtures")
    @DisplayName("each rule bites")
    void rule_onItsFixture_isViolated(Map.Entry<String, ArchRule> rule) {
        EvaluationResult result = rule.getValue().evaluate(FIXTURES);
        assertThat(result.hasViolation()).as(rule.getKey()).isTrue();
    }

    @Test
    @DisplayName("the rule of the one environment finds each way to ask the JVM, and lets the right way pass")
    void oneEnvironment_findsEachWay() {
        List<String> found = ArchitectureRules.of("dev.zaelimiter.tests.architecture")
                .get("one environment")
                .evaluate(FIXTURES)
                .getFailureReport()
                .getDetails();
        for (Method method : Ambient.class.getDeclaredMethods()) {
            if (!method.isSynthetic()) {
                assertThat(found.stream().anyMatch(line -> line.contains("." + method.getName() + "(")))
                        .as(method.getName())
                        .isEqualTo(!method.getName().equals("allowed"));
            }
        }
    }
}

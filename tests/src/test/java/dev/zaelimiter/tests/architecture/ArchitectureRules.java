package dev.zaelimiter.tests.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** The rules, for any root package, so that they can be tried on fixtures. */
public final class ArchitectureRules {

    private static final String JDK = "java..";
    private static final String NULLNESS = "org.jspecify.annotations..";

    private static final Set<String> AMBIENT = Set.of(
            "java.lang.System.currentTimeMillis",
            "java.lang.System.nanoTime",
            "java.lang.Math.random",
            "java.lang.Thread.sleep",
            "java.util.UUID.randomUUID");

    private ArchitectureRules() {}

    /**
     * All rules.
     *
     * @param root the package that stands for {@code dev.zaelimiter}
     * @return each with a name
     */
    public static Map<String, ArchRule> of(String root) {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("the arithmetic depends on nothing", onlyOn(root + ".internal.bucket", root + ".internal.bucket"));
        rules.put(
                "the port depends on nothing of ours",
                noClasses()
                        .that()
                        .resideInAPackage(root + ".store")
                        .should()
                        .dependOnClassesThat(
                                resideInAPackage(root + "..").and(not(resideInAPackage(root + ".store")))));
        rules.put("the API depends on nothing but the JDK", onlyOn(root, root));
        rules.put(
                "the engine knows no facet",
                noClasses()
                        .that()
                        .resideInAPackage(root + ".internal.engine..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(root + ".internal.facets..", root + ".repository.."));
        rules.putAll(EngineRules.of(root + ".internal.engine"));
        rules.put(
                "what is logged within a call can't fail",
                noClasses()
                        .that()
                        .resideInAnyPackage(withinCalls(root))
                        .and()
                        .doNotHaveSimpleName("SafeLog")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("org.slf4j.."));
        rules.put(
                "items know no engine",
                noClasses()
                        .that()
                        .resideInAnyPackage(root + ".internal.schema..", root + ".internal.config..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(root + ".internal.engine..", root + ".internal.facets.."));
        rules.put(
                "no cycles among the rooms",
                slices().matching(root + ".internal.(*)..").should().beFreeOfCycles());
        rules.put(
                "stores know the port, the way to open and the guards, not the engine",
                noClasses()
                        .that()
                        .resideInAnyPackage(root + ".embedded..", root + ".dynamodb..", root + ".store..")
                        .should()
                        .dependOnClassesThat(resideInAPackage(root + ".internal..")
                                .and(not(resideInAPackage(root + ".internal.guard..")))));
        rules.put(
                "no AWS in core, embedded and testkit",
                noClasses()
                        .that(library(root))
                        .and()
                        .resideOutsideOfPackage(root + ".dynamodb..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage("..software.amazon..", "..com.amazonaws.."));
        rules.put(
                "nobody below depends on the DynamoDB store",
                noClasses()
                        .that(library(root))
                        .and()
                        .resideOutsideOfPackage(root + ".dynamodb..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(root + ".dynamodb.."));
        rules.put(
                "no JUnit in the testkit",
                noClasses()
                        .that()
                        .resideInAPackage(root + ".testkit..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage("org.junit..", "org.assertj..", "org.opentest4j.."));
        rules.put(
                "administration stands on the core alone",
                noClasses()
                        .that()
                        .resideInAPackage(root + ".admin..")
                        .should()
                        .dependOnClassesThat(resideInAPackage(root + "..")
                                .and(not(resideInAnyPackage(
                                        root, root + ".admin..", root + ".internal..", root + ".store")))));
        rules.put(
                "the dashboard stands on administration alone",
                noClasses()
                        .that()
                        .resideInAPackage(root + ".dashboard..")
                        .should()
                        .dependOnClassesThat(resideInAPackage(root + "..")
                                .and(not(resideInAnyPackage(
                                        root, root + ".admin..", root + ".dashboard..", root + ".internal.guard..")))));
        rules.put(
                "only the command line knows the dashboard",
                noClasses()
                        .that(library(root).or(resideInAPackage(root + ".aggregator..")))
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(root + ".dashboard.."));
        rules.put(
                "deployment stands on the store of DynamoDB, and knows neither administration nor aggregator",
                noClasses()
                        .that()
                        .resideInAPackage(root + ".infra..")
                        .should()
                        .dependOnClassesThat(resideInAPackage(root + "..")
                                .and(not(resideInAnyPackage(
                                        root, root + ".dynamodb..", root + ".infra..", root + ".repository")))));
        rules.put(
                "only the command line knows deployment",
                noClasses()
                        .that(library(root)
                                .or(resideInAnyPackage(root + ".aggregator..", root + ".dashboard.."))
                                .as("what runs in an application"))
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(root + ".infra.."));
        rules.put(
                "what is said over HTTP stands on the API alone",
                noClasses()
                        .that()
                        .resideInAPackage(root + ".http..")
                        .should()
                        .dependOnClassesThat(resideInAPackage(root + "..")
                                .and(not(resideInAnyPackage(root, root + ".http..", root + ".internal.guard..")))));
        rules.put(
                "limits of language models stand on the API and on what is said over HTTP",
                noClasses()
                        .that()
                        .resideInAPackage(root + ".llm..")
                        .should()
                        .dependOnClassesThat(resideInAPackage(root + "..")
                                .and(not(resideInAnyPackage(
                                        root, root + ".http..", root + ".internal.guard..", root + ".llm..")))));
        rules.put(
                "what wraps a framework's models stands on their limits",
                noClasses()
                        .that()
                        .resideInAnyPackage(root + ".langchain4j..", root + ".spring.ai..")
                        .should()
                        .dependOnClassesThat(resideInAPackage(root + "..")
                                .and(not(resideInAnyPackage(
                                        root, root + ".langchain4j..", root + ".llm..", root + ".spring.ai..")))));
        rules.put(
                "LangChain4j is known to what is made for it",
                noClasses()
                        .that()
                        .resideInAPackage(root + "..")
                        .and()
                        .resideOutsideOfPackage(root + ".langchain4j..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("dev.langchain4j.."));
        rules.put(
                "Gatling is known to what is made for it",
                noClasses()
                        .that()
                        .resideInAPackage(root + "..")
                        .and()
                        .resideOutsideOfPackage(root + ".gatling..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage("io.gatling..", "scala.."));
        rules.put(
                "the protocol of Gatling stands on the API alone",
                noClasses()
                        .that()
                        .resideInAPackage(root + ".gatling..")
                        .should()
                        .dependOnClassesThat(
                                resideInAPackage(root + "..").and(not(resideInAnyPackage(root, root + ".gatling..")))));
        rules.put(
                "only the command line knows load tests",
                noClasses()
                        .that(library(root)
                                .or(resideInAnyPackage(
                                        root + ".aggregator..", root + ".dashboard..", root + ".infra.."))
                                .as("what runs in an application"))
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(root + ".loadtest.."));
        rules.put(
                "metrics stand on the API alone",
                noClasses()
                        .that()
                        .resideInAPackage(root + ".micrometer..")
                        .should()
                        .dependOnClassesThat(resideInAPackage(root + "..")
                                .and(not(resideInAnyPackage(root, root + ".micrometer..")))));
        rules.put(
                "Spring and servlets are known to what is made for them",
                noClasses()
                        .that()
                        .resideInAPackage(root + "..")
                        .and()
                        .resideOutsideOfPackage(root + ".spring..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage("org.springframework..", "jakarta.servlet..", "reactor.."));
        rules.put(
                "the core knows no administration",
                noClasses()
                        .that()
                        .resideInAnyPackage(root, root + ".internal..", root + ".store..", root + ".repository..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(root + ".admin..", root + ".aggregator.."));
        rules.put(
                "rooms of the command line don't know each other",
                slices().matching(root + ".cli.(*)..").should().notDependOnEachOther());
        rules.put(
                "rooms of the command line don't know who knows them all",
                noClasses()
                        .that()
                        .resideInAPackage(root + ".cli.*..")
                        .should()
                        .dependOnClassesThat()
                        .haveFullyQualifiedName(root + ".cli.ZaeLimiter"));
        rules.put("one environment", oneEnvironment(root));
        return rules;
    }

    /** Whose code runs on the threads of a caller, or holds what others wait for. */
    private static String[] withinCalls(String root) {
        return Stream.of(
                        "admin",
                        "aggregator",
                        "dashboard",
                        "dynamodb",
                        "embedded",
                        "http",
                        "internal",
                        "langchain4j",
                        "llm",
                        "micrometer",
                        "spring")
                .map(module -> root + "." + module + "..")
                .toArray(String[]::new);
    }

    private static ArchRule onlyOn(String what, String own) {
        return classes()
                .that()
                .resideInAPackage(what)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(own, JDK, NULLNESS);
    }

    private static ArchRule oneEnvironment(String root) {
        return noClasses()
                .that(library(root)
                        .or(resideInAnyPackage(
                                root + ".aggregator..",
                                root + ".dashboard..",
                                root + ".gatling..",
                                root + ".http..",
                                root + ".infra..",
                                root + ".langchain4j..",
                                root + ".llm..",
                                root + ".loadtest..",
                                root + ".micrometer..",
                                root + ".spring..")))
                .and()
                .haveNameNotMatching(".*\\.(SystemEnvironment|ManualClock)(\\$.*)?")
                .should()
                .accessTargetWhere(ambient());
    }

    /** What runs in an application: not the command line, the benchmarks and the tests. */
    private static DescribedPredicate<JavaClass> library(String root) {
        return resideInAnyPackage(root, root + ".internal..", root + ".store..", root + ".repository..")
                .or(resideInAnyPackage(
                        root + ".embedded..", root + ".dynamodb..", root + ".testkit..", root + ".admin.."))
                .and(not(resideInAnyPackage(root + ".store.contract..")))
                .as("the library");
    }

    private static DescribedPredicate<JavaAccess<?>> ambient() {
        return describe("asks the JVM for time, threads or randomness", access -> {
            JavaClass owner = access.getTargetOwner();
            String name = access.getTarget().getName();
            int arguments = access.getTarget() instanceof CodeUnitAccessTarget unit
                    ? unit.getRawParameterTypes().size()
                    : 0;
            if (owner.isAssignableTo(CompletableFuture.class)) {
                return ambientOfFutures(name, access);
            }
            if (owner.isEquivalentTo(Random.class)) {
                return name.equals("<init>") && arguments == 0;
            }
            if (owner.isEquivalentTo(Clock.class)) {
                return name.startsWith("system");
            }
            return owner.isEquivalentTo(ThreadLocalRandom.class)
                    || owner.isEquivalentTo(Timer.class)
                    || (isClock(owner) && name.equals("now"))
                    || AMBIENT.contains(owner.getName() + "." + name);
        });
    }

    private static boolean isClock(JavaClass owner) {
        return owner.isEquivalentTo(Instant.class)
                || owner.isEquivalentTo(LocalDate.class)
                || owner.isEquivalentTo(LocalDateTime.class)
                || owner.isEquivalentTo(OffsetDateTime.class)
                || owner.isEquivalentTo(ZonedDateTime.class);
    }

    /**
     * Time of the JVM's own, and continuations on the common pool: those without an executor as their last argument.
     */
    private static boolean ambientOfFutures(String name, JavaAccess<?> access) {
        if (Set.of("orTimeout", "completeOnTimeout", "delayedExecutor").contains(name)) {
            return true;
        }
        return name.endsWith("Async")
                && access.getTarget() instanceof CodeUnitAccessTarget unit
                && !unit.getRawParameterTypes().isEmpty()
                && unit.getOwner().getPackageName().startsWith("java.")
                && unit.getRawParameterTypes().stream().noneMatch(type -> type.isEquivalentTo(Executor.class));
    }
}

package dev.zaelimiter.tests.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The rules of the engine's packages, for any root package. */
final class EngineRules {

    /** From the top. */
    private static final List<String> PACKAGES = List.of("acquire", "shards", "pipeline", "kernel", "planning");

    private EngineRules() {}

    /**
     * All of them.
     *
     * @param engine the package that stands for {@code dev.zaelimiter.internal.engine}
     * @return each with a name
     */
    static Map<String, ArchRule> of(String engine) {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("packages of the engine know those below them alone", downwards(engine));
        rules.put(
                "each class of the engine lies in one of its packages",
                noClasses()
                        .that()
                        .haveSimpleNameNotContaining("package-info")
                        .should()
                        .resideInAPackage(engine));
        rules.put("no cycles among the classes of the engine", acyclic(engine));
        return rules;
    }

    private static ArchRule downwards(String engine) {
        String[] above = new String[0];
        CompositeArchRule all = null;
        for (String name : PACKAGES) {
            ArchRule rule = noClasses()
                    .that()
                    .resideInAPackage(engine + "." + name + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(above)
                    .allowEmptyShould(true);
            all = all == null ? CompositeArchRule.of(rule) : all.and(rule);
            above = Arrays.copyOf(above, above.length + 1);
            above[above.length - 1] = engine + "." + name + "..";
        }
        return Objects.requireNonNull(all);
    }

    /** Of no two classes does each know the other, by whatever way round. A class and those nested in it are one. */
    private static ArchRule acyclic(String engine) {
        return slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        return type.getPackageName().startsWith(engine + ".")
                                ? SliceIdentifier.of(outermost(type).getName())
                                : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "classes of " + engine;
                    }
                })
                .should()
                .beFreeOfCycles();
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(EngineRules::outermost).orElse(type);
    }
}

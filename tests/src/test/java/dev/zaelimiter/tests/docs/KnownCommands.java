package dev.zaelimiter.tests.docs;

import dev.zaelimiter.tests.deploy.TemplateNames;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Commands that are not run, but whose modules, profiles, scripts and tests must be there. */
final class KnownCommands {

    private static final Set<String> GOALS = Set.of(
            "clean",
            "verify",
            "install",
            "compile",
            "test",
            "package",
            "spotless:apply",
            "exec:java",
            "spring-boot:run");
    private static final Set<String> MAVEN_FLAGS = Set.of("-am", "-q", "-o", "-B", "-ntp");
    private static final Set<String> TAKES_OVER = Set.of("create-change-set", "execute-change-set", "wait");
    private static final Pattern CLONE = Pattern.compile("https://\\S+|<\\S+>");

    private final Repository repository;

    /**
     * What was looked for among all sources, and whether it is there: pages name the same properties again and again.
     */
    private final Map<String, Boolean> looked = new HashMap<>();

    KnownCommands(Repository repository) {
        this.repository = repository;
    }

    /** What is wrong with a command, or null. */
    @Nullable
    String problem(List<String> words) {
        String program = words.get(0);
        if (program.equals("mvn")) {
            return maven(words.subList(1, words.size()));
        } else if (program.equals("git") && words.size() == 3 && words.get(1).equals("clone")) {
            return CLONE.matcher(words.get(2)).matches() ? null : "clones from " + words.get(2);
        } else if (program.equals("aws")) {
            return aws(words.subList(1, words.size()));
        } else if (program.equals("cd") && words.size() == 2) {
            return null;
        } else if (program.startsWith("bin/") || program.startsWith(".ci/")) {
            return script(program, words.subList(1, words.size()));
        }
        return "not one of the commands that the documentation may show: " + program;
    }

    private static @Nullable String aws(List<String> words) {
        if (words.size() == 4 && words.subList(0, 2).equals(List.of("s3", "cp"))) {
            return words.get(3).startsWith("s3://") ? null : "copies to " + words.get(3);
        } else if (words.size() > 2 && words.get(0).equals("cloudformation") && TAKES_OVER.contains(words.get(1))) {
            return takesOver(words);
        } else if (words.size() > 2 && words.get(0).equals("dynamodb")) {
            // With what these send and look at, MovingTest plays them on real stores.
            boolean change = words.get(1).equals("update-table")
                    && words.get(2).equals("--cli-input-json")
                    && words.size() == 4
                    && words.get(3).matches("file://[a-z-]+\\.json");
            boolean look = words.get(1).equals("describe-table") && words.get(2).equals("--table-name");
            return change || look ? null : "not a command on tables that the documentation may show: " + words;
        } else if (words.size() < 2 || !words.subList(0, 2).equals(List.of("cloudformation", "deploy"))) {
            return "not one of AWS's commands that the documentation may show: " + words;
        }
        int overrides = words.indexOf("--parameter-overrides") + 1;
        for (String each : overrides == 0 ? List.<String>of() : words.subList(overrides, words.size())) {
            if (!TemplateNames.parameters().contains(each.replaceAll("=.*", ""))) {
                return "the template has no parameter " + each;
            }
        }
        return words.contains("CAPABILITY_NAMED_IAM")
                ? null
                : "the template makes roles with names, which is to be allowed";
    }

    /** A table that is there is taken into a stack: as the resource that the template has for it. */
    private static @Nullable String takesOver(List<String> words) {
        if (!words.contains("--stack-name")) {
            return "names no stack: " + words;
        }
        int resources = words.indexOf("--resources-to-import") + 1;
        String logical =
                resources == 0 ? "Table" : words.get(resources).replaceAll(".*LogicalResourceId=(\\w+).*", "$1");
        return TemplateNames.resources().contains(logical) ? null : "the template has no resource " + logical;
    }

    private @Nullable String script(String script, List<String> arguments) {
        if (!Files.isExecutable(repository.root().resolve(script))) {
            return "there is no script " + script;
        }
        if (script.equals("bin/bench") && !saysBench(arguments)) {
            return "no benchmark of this name: " + arguments;
        }
        if (script.equals("bin/example")
                && !arguments.equals(List.of("gateway"))
                && (arguments.isEmpty() || find(arguments.get(0) + ".java", "examples") == null)) {
            return "no example of this name: " + arguments;
        }
        if (script.equals("bin/test")) {
            return arguments.isEmpty() ? "bin/test names no class" : tests(arguments.get(0));
        }
        int scenario = arguments.indexOf("--scenario") + 1;
        if (scenario > 0 && (scenario == arguments.size() || !saysScenario(arguments.get(scenario)))) {
            return "no scenario of this name: " + arguments;
        }
        return null;
    }

    private boolean saysBench(List<String> arguments) {
        Path bench = find("Bench.java", "benchmarks");
        return bench != null && !arguments.isEmpty() && repository.read(bench).contains("\"" + arguments.get(0) + "\"");
    }

    private boolean saysScenario(String name) {
        Path scenarios = find("Scenarios.java", "testkit");
        return scenarios != null && repository.read(scenarios).contains("\"" + name + "\"");
    }

    private @Nullable String profiles(String names) {
        return Stream.of(names.split(","))
                .map(name -> anywhere("<id>" + name + "</id>", "no profile " + name))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private @Nullable String maven(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String problem = null;
            if (word.equals("-pl")) {
                problem = i + 1 < words.size() ? modules(words.get(++i)) : "-pl names no module";
            } else if (word.startsWith("-P")) {
                problem = profiles(word.substring(2));
            } else if (word.startsWith("-Dtest=")) {
                problem = tests(word.substring("-Dtest=".length()));
            } else if (word.startsWith("-D")) {
                String property = word.substring(2).replaceAll("=.*", "");
                problem = property.matches("surefire\\..*|spotless\\..*|skipTests")
                        ? null
                        : anywhere(property, "nobody reads the property " + property);
            } else if (!GOALS.contains(word) && !MAVEN_FLAGS.contains(word)) {
                problem = "mvn " + word + " is not known here";
            }
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private @Nullable String modules(String list) {
        for (String module : list.split(",")) {
            String name = module.replaceFirst("^!", "");
            if (!repository.exists(name + "/pom.xml")) {
                return "there is no module " + name;
            }
        }
        return null;
    }

    private @Nullable String tests(String list) {
        for (String test : list.split(",")) {
            String[] parts = test.split("#", 2);
            Path file = find(parts[0] + ".java", "");
            if (file == null) {
                return "there is no test " + parts[0];
            }
            if (parts.length == 2 && !repository.read(file).contains(" " + parts[1] + "(")) {
                return "there is no test method " + test;
            }
        }
        return null;
    }

    private @Nullable Path find(String fileName, String module) {
        Path below = repository.root().resolve(module);
        return repository.sources().stream()
                .filter(file -> file.startsWith(below) && file.endsWith(fileName))
                .findFirst()
                .orElse(null);
    }

    private @Nullable String anywhere(String text, String problem) {
        boolean found = looked.computeIfAbsent(
                text,
                wanted -> repository.sources().stream()
                        .filter(file -> !file.toString().contains("tests/docs"))
                        .anyMatch(file -> repository.read(file).contains(wanted)));
        return found ? null : problem;
    }
}

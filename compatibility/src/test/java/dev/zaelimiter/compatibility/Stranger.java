package dev.zaelimiter.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Somebody who has nothing but what a release publishes, and builds each project with an empty local repository.
 *
 * @param directory where there is room for projects
 * @param staging where our artifacts are, which stands for Central
 * @param version of these
 */
record Stranger(Path directory, Path staging, String version) {

    private static final Pattern DEPENDENCY = Pattern.compile("(?s)```xml\n(<dependency>.*?</dependency>)\n```");
    private static final Pattern PROGRAM = Pattern.compile("(?s)```java run\n(.*?class (\\w+).*?)```");

    /** Builds a copy of one of the examples. */
    Run buildCopyOf(String example) throws Exception {
        Path project = directory.resolve("copies").resolve(example);
        copy(Checkout.ROOT.resolve("examples").resolve(example), project);
        Path pom = project.resolve("pom.xml");
        Files.writeString(pom, Files.readString(pom).replace("0.1.0-SNAPSHOT", version));
        return build(project, example);
    }

    /** Builds what the README shows first: its BOM, its dependency and its first program. */
    Run buildReadme() throws Exception {
        String readme = Files.readString(Checkout.ROOT.resolve("README.md"));
        Matcher dependency = DEPENDENCY.matcher(readme);
        Matcher program = PROGRAM.matcher(readme);
        assertThat(dependency.find()).as("a dependency to copy").isTrue();
        assertThat(program.find()).as("a program to copy").isTrue();
        // The second artifact is one of the README's table, by the version of the BOM.
        assertThat(readme).contains("`zae-limiter-bom`", "`zae-limiter-http`");
        Path project = directory.resolve("the README's lines");
        Path source = project.resolve("src/test/java/" + program.group(2) + "Test.java");
        Files.createDirectories(source.getParent());
        String text = program.group(1).replace("class " + program.group(2), "class " + program.group(2) + "Test");
        // What the client is told, to be seen in the output as well.
        Files.writeString(
                source,
                text.replace(
                        "assert answer.status()",
                        "System.out.println(\"the client is told \" + answer.status()); assert answer.status()"));
        // The versions of plugins and of JUnit are those of an example, which pins them too.
        String example = Checkout.pom("examples/embedded");
        Files.writeString(
                project.resolve("pom.xml"),
                POM.formatted(
                        version,
                        dependency.group(1).replace("0.1.0-SNAPSHOT", version),
                        found(example, "<artifactId>junit-jupiter</artifactId>\\s*<version>([^<]+)<"),
                        found(example, "(?s)(<build>.*</build>)")));
        return build(project, "the README");
    }

    private static String found(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }

    private static final String POM = """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <groupId>com.example</groupId>
              <artifactId>reader</artifactId>
              <version>1</version>
              <properties>
                <maven.compiler.release>17</maven.compiler.release>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
              </properties>
              <dependencyManagement><dependencies><dependency>
                <groupId>dev.zaelimiter</groupId>
                <artifactId>zae-limiter-bom</artifactId>
                <version>%s</version>
                <type>pom</type>
                <scope>import</scope>
              </dependency></dependencies></dependencyManagement>
              <dependencies>
                %s
                <dependency><groupId>dev.zaelimiter</groupId><artifactId>zae-limiter-http</artifactId></dependency>
                <dependency>
                  <groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>%s</version><scope>test</scope>
                </dependency>
              </dependencies>
              %s
            </project>
            """;

    private Run build(Path project, String name) throws Exception {
        Path settings = directory.resolve("settings.xml");
        Files.writeString(settings, settings());
        return Run.of(
                        project,
                        Map.of(),
                        List.of(
                                "mvn",
                                "-B",
                                "-ntp",
                                "-s",
                                settings.toString(),
                                "-Dmaven.repo.local=" + directory.resolve("empty repository of " + name),
                                "verify"))
                .well();
    }

    /** Their artifacts come from what this machine has fetched already, and from Central itself. */
    private String settings() {
        String ours = "<id>staging</id><url>" + staging.toUri() + "</url>";
        String seen = "<id>seen</id><url>"
                + Path.of(System.getProperty("user.home"), ".m2", "repository").toUri() + "</url>";
        return "<settings><profiles><profile><id>stranger</id><repositories><repository>" + ours
                + "</repository><repository>"
                + seen + "</repository></repositories><pluginRepositories><pluginRepository>" + seen
                + "</pluginRepository></pluginRepositories></profile></profiles>"
                + "<activeProfiles><activeProfile>stranger</activeProfile></activeProfiles></settings>";
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file :
                    files.filter(each -> !each.toString().contains("/target")).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}

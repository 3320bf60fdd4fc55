package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each check of the documentation finds what it is there for, and says where. */
@Tag("documents")
class DocumentationChecksTest {

    private static final String FENCE = "```";

    /** A block, the line of the page that must be named (the opening fence is line 3), and a part of the complaint. */
    private record Bad(String block, int line, String complaint) {}

    static Stream<Bad> badBlocks() {
        return Stream.of(
                new Bad("java\nint x = \"text\";", 4, "does not compile"),
                new Bad("java\nlimiter.tryAcquire(request);\nlimiter.noSuchVerb();", 5, "does not compile"),
                new Bad("java\nclass Broken {\n    Limit limit = 5;\n}", 5, "does not compile"),
                new Bad("java run\nlimiter.tryAcquire(request);", 3, "states no result"),
                new Bad("java run\nint x = 1 + 1; // -> 3", 4, "the page says 3, but it is 2"),
                new Bad("java run\nlimiter.tryAcquire(request).granted(); // -> false", 4, "the page says false"),
                new Bad("java run\nassert limiter.tryAcquire(request).granted() == false;", 4, "AssertionError"),
                new Bad("java run\nrequest.size(); // throws InvalidInputException", 4, "but it throws nothing"),
                new Bad("java run\nLimit.perMinute(\"wcu\", 1); // throws IllegalStateException", 4, "InvalidInput"),
                new Bad("java run\nint x = 1; // -> 1\nint[] y = new int[-x];", 5, "NegativeArraySize"),
                new Bad("java\nrequest.size(); // -> 2", 4, "is not run"),
                new Bad("java run\nrequest\n    .size(); // -> 2", 5, "the whole statement on the line"),
                new Bad("console\n$ bin/zae-limiter replay no-such-file.csv --limit rpm=1/s", 4, "ends with 2"),
                new Bad("console\n$ bin/zae-limiter --version\nzae-limiter 99", 4, "prints something else"),
                new Bad("console\nsome output", 4, "output before the first command"),
                new Bad("sh\n$ mvn verify", 4, "a prompt"),
                new Bad("sh\nmvn verify -pl no-such-module", 4, "no module no-such-module"),
                new Bad("sh\nmvn verify -Pno-such-profile", 4, "no profile no-such-profile"),
                new Bad("sh\nmvn verify -Dno.such.property=1", 4, "nobody reads"),
                new Bad("sh\nmvn test -Dtest=NoSuchTest", 4, "no test NoSuchTest"),
                new Bad("sh\nmvn deploy", 4, "not known"),
                new Bad("sh\nbin/no-such-script", 4, "no script"),
                new Bad("sh\nbin/bench no-such-benchmark", 4, "no benchmark"),
                new Bad("sh\nrm -rf target", 4, "not one of the commands"),
                new Bad("mermaid\npie title x", 4, "no kind of picture"),
                new Bad("mermaid\nflowchart LR\n  a[one --> b", 5, "do not match"),
                new Bad("mermaid\nflowchart LR\n  a[one (1)] --> b", 5, "needs quotes"),
                new Bad("mermaid\nsequenceDiagram\n  participant A\n  A->>B: hello", 6, "not declared"),
                new Bad("json\n{\"a\": 1,}", 4, "not well-formed"),
                new Bad("yaml\na: [", 3, "not well-formed"),
                new Bad("yaml\nParameters:\n  Name: a\n  NoSuch: 1", 3, "the template has no NoSuch"),
                new Bad("yaml\na: !GetAtt Limits.Outputs.NoSuch", 3, "the template has no NoSuch"),
                new Bad("json\n{\"parameters\": {\"NoSuch\": 1}}", 3, "the template has no NoSuch"),
                new Bad("javascript\nparameters: {\n  NoSuch: 1,\n}", 3, "the template has no NoSuch"),
                new Bad("javascript\nlimits.getResource(\"NoSuch\");", 3, "the template has no NoSuch"),
                new Bad("sh\naws s3 rm s3://my-artifacts", 4, "not one of AWS's commands"),
                new Bad("sh\naws cloudformation deploy --parameter-overrides NoSuch=1", 4, "no parameter NoSuch"),
                new Bad("sh\naws cloudformation deploy --stack-name a", 4, "makes roles with names"),
                new Bad("xml\n<dependency>", 3, "not well-formed"),
                new Bad("xml\n<artifactId>zae-limiter-dynamodb9</artifactId>", 4, "no module"),
                new Bad("xml\n<version>0.0.1</version>", 4, "the version is"),
                new Bad("python\nprint(1)", 3, "nothing checks"),
                new Bad("\ntext", 3, "without a language"));
    }

    @ParameterizedTest
    @MethodSource("badBlocks")
    void badBlock_isFoundWithItsLine(Bad bad) {
        Documentation docs = pageOf("# Title\n\n" + FENCE + bad.block + "\n" + FENCE + "\n");

        List<Problem> problems = new ArrayList<>();
        docs.blocks().forEach(block -> problems.addAll(docs.check(block)));

        assertThat(problems).isNotEmpty();
        assertThat(problems.get(0).toString())
                .startsWith("docs/bad.md:" + bad.line + ": ")
                .contains(bad.complaint);
    }

    static Stream<Bad> badText() {
        return Stream.of(
                new Bad("See [this](nowhere.md).", 3, "a link to nowhere"),
                new Bad("See [this](../readme.md).", 3, "a link to nowhere"),
                new Bad("See [this](#no-such-heading).", 3, "no heading"),
                new Bad("See [this](http://example.org/).", 3, "neither relative nor https"),
                new Bad("See `core/src/main/java/NoSuchClass.java`.", 3, "no file"),
                new Bad("See `dev.zaelimiter.NoSuchClass`.", 3, "no package or class"),
                new Bad("See `dev.zaelimiter.nowhere`.", 3, "no package or class"),
                new Bad(FENCE + "java\nint x;", 3, "never closed"));
    }

    @ParameterizedTest
    @MethodSource("badText")
    void badText_isFoundWithItsLine(Bad bad) {
        Documentation docs = pageOf("# Title\n\n" + bad.block + "\n");

        List<Problem> problems = docs.check(docs.pages().get(0));

        assertThat(problems).hasSize(1);
        assertThat(problems.get(0).toString())
                .startsWith("docs/bad.md:" + bad.line + ": ")
                .contains(bad.complaint);
    }

    @Test
    void goodPage_hasNoProblem() {
        Documentation docs = pageOf(String.join(
                "\n",
                "# Title, with `code`",
                "See [up](#title-with-code), [there](README.md) and `dev.zaelimiter.store.ItemStore`.",
                FENCE + "java run",
                "Decision decision = limiter.tryAcquire(request);",
                "decision.granted(); // -> true",
                "long left = limiter.check(request).available(\"tpm\"); // -> 9500",
                "Limit.perMinute(\"wcu\", 1); // throws InvalidInputException",
                FENCE,
                FENCE + "console",
                "$ bin/zae-limiter replay examples/traces/azure-llm-code.csv --limit rpm=120/min",
                "examples/traces/azure-llm-code.csv",
                "...",
                FENCE));

        List<Problem> problems = new ArrayList<>(docs.check(docs.pages().get(0)));
        docs.blocks().forEach(block -> problems.addAll(docs.check(block)));

        assertThat(problems).isEmpty();
    }

    @Test
    void orphan_isFound() {
        assertThat(pageOf("# Title").unreachable())
                .extracting(Problem::toString)
                .contains("docs/bad.md:1: no link leads here from README.md");
    }

    private static Documentation pageOf(String text) {
        return new Documentation(
                Repository.here(),
                List.of(new MarkdownPage("docs/bad.md", text.lines().toList())));
    }
}

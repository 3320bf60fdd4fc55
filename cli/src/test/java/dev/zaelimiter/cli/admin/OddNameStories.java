package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Names that nobody expects: refused before anything is written, or carried as they are. */
interface OddNameStories extends OnStore {

    String ODD = "<odd>";

    /** What people could take for something else, or can't see; what is too long. Any other text stands for a name. */
    List<String> NO_ENTITIES = List.of(
            " a",
            "a ",
            "_a",
            "k\u200b",
            "a\u00a0b",
            "\u202eb",
            "k".repeat(300),
            "k/".repeat(100),
            "",
            " ",
            "a\nb",
            "a\u0000b",
            "$SYSTEM");

    List<String> NO_RESOURCES = List.of("a ", "r".repeat(65), "r#".repeat(30), "", "_default", "a\tb", "$RESOURCE:x");

    @Test
    default void entityThatCannotBe_isRefusedByEveryCommand() {
        String before = dump();
        refuseOdd(
                NO_ENTITIES,
                List.of(
                        List.of("entity", "create", ODD),
                        List.of("entity", "create", "fine", "--parent", ODD),
                        List.of("entity", "show", ODD),
                        List.of("entity", "children", ODD),
                        List.of("entity", "set-parent", ODD, "--none"),
                        List.of("entity", "delete", ODD, "--yes"),
                        List.of("entity", "set-limits", ODD, "-l", "rpm:1"),
                        List.of("entity", "get-limits", ODD),
                        List.of("entity", "delete-limits", ODD, "--yes"),
                        List.of("entity", "disable", ODD),
                        List.of("entity", "reset", ODD, "-r", "gpt-4"),
                        List.of("entity", "top-up", ODD, "-r", "gpt-4", "-a", "rpm:1"),
                        List.of("entity", "buckets", ODD),
                        List.of("acquire", ODD, "gpt-4", "-t", "rpm=1"),
                        List.of("available", ODD, "gpt-4"),
                        List.of("explain", ODD, "gpt-4"),
                        List.of("watch", ODD, "gpt-4", "--count", "1")));
        assertThat(dump()).isEqualTo(before);
    }

    @Test
    default void resourceThatCannotBe_isRefusedByEveryCommand() {
        String before = dump();
        refuseOdd(
                NO_RESOURCES,
                List.of(
                        List.of("resource", "set-defaults", ODD, "-l", "rpm:1"),
                        List.of("resource", "get-defaults", ODD),
                        List.of("resource", "delete-defaults", ODD, "--yes"),
                        List.of("resource", "disable", ODD),
                        List.of("resource", "buckets", ODD),
                        List.of("resource", "capacity", ODD),
                        List.of("entity", "set-limits", "key-1", "-r", ODD, "-l", "rpm:1"),
                        List.of("entity", "list", "--with-custom-limits", ODD),
                        List.of("entity", "reset", "key-1", "-r", ODD),
                        List.of("entity", "bypass", "key-1", "-r", ODD),
                        List.of("acquire", "key-1", ODD, "-t", "rpm=1"),
                        List.of("available", "key-1", ODD),
                        List.of("explain", "key-1", ODD)));
        assertThat(dump()).isEqualTo(before);
    }

    /** Some of the names with each command, so that each name and each command comes up. */
    private void refuseOdd(List<String> names, List<List<String>> commands) {
        for (int i = 0; i < commands.size() * 2; i++) {
            String odd = names.get(i % names.size());
            refusedInOneLine(commands.get(i / 2).stream()
                    .map(word -> word.equals(ODD) ? odd : word)
                    .toList());
        }
    }

    private void refusedInOneLine(List<String> words) {
        var run = run(words.toArray(String[]::new));
        assertThat(run.exitCode()).as("%s: %s", words, run.err()).isEqualTo(2);
        assertThat(run.out()).as("%s", words).isEmpty();
        assertThat(run.err()).as("%s", words).hasLineCount(1).hasSizeLessThan(500);
    }

    @Test
    default void namesAtTheEdgeOfTheRules_areCarriedFaithfully() {
        for (String odd : List.of("0", "a.b-c_d:e@f", "A", "a", "k".repeat(256), "1..2", "a:b:c")) {
            done("entity", "create", odd, "--display-name", "\u65e5\u672c \"x\" #1", "--metadata", "a=b=c");
            done("entity", "set-limits", odd, "-r", "a/b:c.d-e_f", "-l", "rp.m-x_y:7");
            assertThat(done("entity", "show", odd, "--output", "json"))
                    .contains("\"entity_id\":\"" + odd + "\"", "\\\"x\\\" #1", "{\"a\":\"b=c\"}");
            assertThat(done("explain", odd, "a/b:c.d-e_f", "--output", "json"))
                    .contains("\"name\":\"rp.m-x_y\"", "\"capacity\":7", "entity_resource");
        }
        assertThat(done("entity", "list", "--with-custom-limits", "a/b:c.d-e_f").lines())
                .hasSize(8);
    }
}

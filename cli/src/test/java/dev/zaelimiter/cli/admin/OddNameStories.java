package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Names that nobody expects: refused before anything is written, or carried as they are. */
interface OddNameStories extends OnStore {

    List<String> NO_ENTITIES = List.of(
            "a b",
            "a#b",
            "a/b",
            "schl\u00fcssel",
            "k\u200b",
            "\ud83d\ude00",
            "k".repeat(300),
            "",
            " ",
            "a\nb",
            "a\u0000b",
            "$SYSTEM");

    List<String> NO_RESOURCES =
            List.of("a b", "a#b", "1a", "r\u00e9sum\u00e9", "r".repeat(65), "", "_default", "a\tb", "$RESOURCE:x");

    @Test
    default void entityThatCannotBe_isRefusedByEveryCommand() {
        String before = dump();
        for (String odd : NO_ENTITIES) {
            for (List<String> words : List.of(
                    List.of("entity", "create", odd),
                    List.of("entity", "create", "fine", "--parent", odd),
                    List.of("entity", "show", odd),
                    List.of("entity", "children", odd),
                    List.of("entity", "set-parent", odd, "--none"),
                    List.of("entity", "delete", odd, "--yes"),
                    List.of("entity", "set-limits", odd, "-l", "rpm:1"),
                    List.of("entity", "get-limits", odd),
                    List.of("entity", "delete-limits", odd, "--yes"),
                    List.of("entity", "disable", odd),
                    List.of("entity", "reset", odd, "-r", "gpt-4"),
                    List.of("entity", "top-up", odd, "-r", "gpt-4", "-a", "rpm:1"),
                    List.of("entity", "buckets", odd),
                    List.of("acquire", odd, "gpt-4", "-t", "rpm=1"),
                    List.of("available", odd, "gpt-4"),
                    List.of("explain", odd, "gpt-4"),
                    List.of("watch", odd, "gpt-4", "--count", "1"))) {
                refusedInOneLine(words);
            }
        }
        assertThat(dump()).isEqualTo(before);
    }

    @Test
    default void resourceThatCannotBe_isRefusedByEveryCommand() {
        String before = dump();
        for (String odd : NO_RESOURCES) {
            for (List<String> words : List.of(
                    List.of("resource", "set-defaults", odd, "-l", "rpm:1"),
                    List.of("resource", "get-defaults", odd),
                    List.of("resource", "delete-defaults", odd, "--yes"),
                    List.of("resource", "disable", odd),
                    List.of("resource", "buckets", odd),
                    List.of("resource", "capacity", odd),
                    List.of("entity", "set-limits", "key-1", "-r", odd, "-l", "rpm:1"),
                    List.of("entity", "list", "--with-custom-limits", odd),
                    List.of("entity", "reset", "key-1", "-r", odd),
                    List.of("entity", "bypass", "key-1", "-r", odd),
                    List.of("acquire", "key-1", odd, "-t", "rpm=1"),
                    List.of("available", "key-1", odd),
                    List.of("explain", "key-1", odd))) {
                refusedInOneLine(words);
            }
        }
        assertThat(dump()).isEqualTo(before);
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

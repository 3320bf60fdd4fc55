package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The glossary names types that there are, and what it says is not used is not used in names of types. */
@Tag("documents")
class GlossaryTest {

    private static final Repository REPOSITORY = Repository.here();
    private static final String NAME = "docs/contributor/glossary.md";

    private static final Pattern ROW = Pattern.compile("\\| (.+) \\| (.+) \\| (.+) \\| (.+) \\|");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern PARENTHESES = Pattern.compile("\\([^()]*\\)");
    private static final Pattern DECLARATION =
            Pattern.compile("(?m)^\\s*(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed)\\s+)*"
                    + "(?:class|record|interface|enum|@interface)\\s+([A-Z]\\w*)");
    private static final Pattern BETWEEN_WORDS = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    /**
     * A concept.
     *
     * @param word its word
     * @param types that carry it
     * @param unused words that are in no type's name
     */
    private record Concept(String word, List<String> types, List<String> unused) {}

    @Test
    void types_thatTheGlossaryNames_exist() {
        Set<String> declared = declared();

        for (Concept concept : concepts()) {
            assertThat(concept.types()).as(concept.word()).isNotEmpty();
            assertThat(declared).as(concept.word()).containsAll(concept.types());
        }
    }

    @Test
    void wordsThatAreNotUsed_areInNoTypesName() {
        List<String> found = new ArrayList<>();
        Set<String> declared = declared();

        for (Concept concept : concepts()) {
            for (String unused : concept.unused()) {
                declared.stream()
                        .filter(type -> uses(type, unused))
                        .forEach(type -> found.add(type + ": the word is " + concept.word() + ", not " + unused));
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void words_haveOneRowEach() {
        assertThat(concepts()).hasSizeGreaterThan(50).extracting(Concept::word).doesNotHaveDuplicates();
    }

    @Test
    void pagesForContributors_sayTogetherOrImmediately() {
        List<String> found = new ArrayList<>();
        for (MarkdownPage page : REPOSITORY.pages()) {
            if (page.name().matches("docs/(contributor|decisions)/.*")
                    && !page.name().equals(NAME)) {
                page.text().stream()
                        .filter(line -> line.matches(".*\\b[Aa]t once\\b.*"))
                        .forEach(line -> found.add(page.name() + ": " + line));
            }
        }
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "BulkWrite, Bulk, true",
        "WritesInBulk, Bulk, true",
        "Bulkhead, Bulk, false",
        "QuotasTest, Quota, true",
        "LevelConfigTest, LevelConfig, true",
        "ConfigLevel, LevelConfig, false",
        "HTTPHandler, Handler, true"
    })
    void uses_byWholeWords(String type, String word, boolean expected) {
        assertThat(uses(type, word)).isEqualTo(expected);
    }

    private static boolean uses(String type, String unused) {
        return Collections.indexOfSubList(words(type), words(unused)) >= 0;
    }

    /** The words of a name, in the singular. */
    private static List<String> words(String name) {
        return BETWEEN_WORDS
                .splitAsStream(name)
                .map(word -> word.replaceAll("s$", ""))
                .toList();
    }

    private static List<Concept> concepts() {
        return REPOSITORY.page(REPOSITORY.root().resolve(NAME)).text().stream()
                .flatMap(line -> ROW.matcher(line).results())
                .filter(row -> !row.group(1).equals("Word"))
                .map(row -> new Concept(
                        row.group(1),
                        code(row.group(3)).toList(),
                        code(PARENTHESES.matcher(row.group(4)).replaceAll("")).toList()))
                .toList();
    }

    private static Stream<String> code(String cell) {
        return CODE.matcher(cell).results().map((MatchResult found) -> found.group(1));
    }

    private static Set<String> declared() {
        Set<String> names = new TreeSet<>();
        REPOSITORY.sources().stream()
                .filter(source -> source.toString().endsWith(".java"))
                .forEach(source -> DECLARATION
                        .matcher(REPOSITORY.read(source))
                        .results()
                        .forEach(found -> names.add(found.group(1))));
        return names;
    }
}

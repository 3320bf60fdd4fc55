package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What the documentation shows is so. By the word after the fence, a block is checked like this:
 *
 * <ul>
 *   <li>{@code java}: compiled. With an unindented type it is a file; else the body of a method of a {@link Snippet},
 *       whose fields it finds declared.
 *   <li>{@code java run}: run as well, on a store in memory and a clock that stands still. A statement on one line may
 *       end in {@code // -> text}, what its value (or that of the variable it declares, or what it prints) reads as, or
 *       in {@code // throws Type} or {@code // throws Type: message}. Assertions are on. A file has its {@code @Test}
 *       methods run.
 *   <li>{@code java spring}, {@code yaml spring}: see {@link SpringBlocks}.
 *   <li>{@code console}, {@code sh}: see {@link CommandLines}.
 *   <li>{@code mermaid}, {@code xml}: see {@link MermaidPictures}, {@link XmlFragments}.
 *   <li>{@code json}, {@code yaml}, {@code javascript}: see {@link JsonBlocks}, {@link YamlBlocks},
 *       {@link TemplateUses}.
 *   <li>Anything else fails.
 * </ul>
 */
@Tag("documents")
class DocumentationSnippetsTest {

    private static final Repository REPOSITORY = Repository.here();
    private static final Documentation DOCS = new Documentation(REPOSITORY, REPOSITORY.pages());

    @TestFactory
    Stream<DynamicTest> block_isTrue() {
        return DOCS.blocks().stream()
                .map(block -> DynamicTest.dynamicTest(
                        block.where() + " " + block.language(), () -> Problem.failOn(DOCS.check(block))));
    }

    @TestFactory
    Stream<DynamicTest> page_pointsAtWhatIsThere() {
        return DOCS.pages().stream()
                .map(page -> DynamicTest.dynamicTest(page.name(), () -> Problem.failOn(DOCS.check(page))));
    }

    @Test
    void everyPage_isReachedFromTheReadme() {
        Problem.failOn(DOCS.unreachable());
    }

    @Test
    void pages_areFoundAtAll() {
        assertThat(DOCS.pages()).extracting(MarkdownPage::name).contains("README.md", "docs/README.md");
        List<String> languages =
                DOCS.blocks().stream().map(Block::language).distinct().toList();
        assertThat(languages).contains("java", "console", "sh", "mermaid", "xml", "yaml", "javascript");
    }
}

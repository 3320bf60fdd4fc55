package dev.zaelimiter.tests.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Some pages, and every check on them. */
final class Documentation {

    private final Repository repository;
    private final List<MarkdownPage> pages;
    private final List<Block> blocks = new ArrayList<>();
    private final JavaSnippets java;
    private final CommandLines commands;
    private final References references;

    Documentation(Repository repository, List<MarkdownPage> pages) {
        this.repository = repository;
        this.pages = pages;
        pages.forEach(page -> blocks.addAll(page.parts().blocks()));
        this.java = new JavaSnippets(blocks.stream()
                .filter(block -> block.language().equals("java") && !SpringBlocks.isOne(block))
                .toList());
        this.commands = new CommandLines(repository);
        this.references = new References(repository, pages);
    }

    List<MarkdownPage> pages() {
        return pages;
    }

    List<Block> blocks() {
        return blocks;
    }

    List<Problem> check(Block block) {
        if (SpringBlocks.isOne(block)) {
            return SpringBlocks.check(repository, block);
        }
        return switch (block.language()) {
            case "java" -> java.check(block);
            case "console", "sh" -> commands.check(block);
            case "mermaid" -> MermaidPictures.check(block);
            case "json" ->
                Stream.concat(JsonBlocks.check(block).stream(), TemplateUses.check(block).stream())
                        .toList();
            case "yaml" ->
                Stream.concat(YamlBlocks.check(block).stream(), TemplateUses.check(block).stream())
                        .toList();
            case "javascript" -> TemplateUses.check(block);
            case "xml" -> XmlFragments.check(repository, block);
            case "" -> List.of(block.problem(0, "a fence without a language"));
            default -> List.of(block.problem(0, "nothing checks a block of '" + block.language() + "'"));
        };
    }

    List<Problem> check(MarkdownPage page) {
        List<Problem> problems = new ArrayList<>(page.parts().problems());
        problems.addAll(references.check(page));
        return problems;
    }

    List<Problem> unreachable() {
        return references.unreachable("README.md");
    }
}

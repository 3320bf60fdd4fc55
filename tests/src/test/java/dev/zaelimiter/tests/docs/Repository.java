package dev.zaelimiter.tests.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The checkout that this test runs in. */
final class Repository {

    private static final List<String> TOP_PAGES = List.of(
            "README.md",
            "CONTRIBUTING.md",
            "CHANGELOG.md",
            "VERSIONING.md",
            "SECURITY.md",
            "SUPPORT.md",
            "examples/README.md");

    private final Path root;

    private Repository(Path root) {
        this.root = root;
    }

    static Repository here() {
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve("store-contract")) && Files.isDirectory(folder.resolve(".mvn"))) {
                return new Repository(folder);
            }
        }
        throw new IllegalStateException("no root of the repository above " + start);
    }

    Path root() {
        return root;
    }

    List<MarkdownPage> pages() {
        List<MarkdownPage> pages = new ArrayList<>();
        TOP_PAGES.forEach(name -> pages.add(page(root.resolve(name))));
        exampleProjects().forEach(project -> pages.add(page(project.resolve("README.md"))));
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(file -> pages.add(page(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return pages;
    }

    /** The folders of the projects in {@code examples} that stand for themselves. */
    List<Path> exampleProjects() {
        try (Stream<Path> folders = Files.list(root.resolve("examples"))) {
            return folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    MarkdownPage page(Path file) {
        return new MarkdownPage(
                root.relativize(file).toString().replace('\\', '/'),
                read(file).lines().toList());
    }

    String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean exists(String path) {
        return Files.exists(root.resolve(path));
    }

    /** All sources, tests included, and all poms: what is built, not what came of it. */
    List<Path> sources() {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    String name = folder.getFileName().toString();
                    boolean built = !folder.equals(root) && (name.endsWith("target") || name.equals(".git"));
                    return built ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    String path = file.toString();
                    if (attributes.isRegularFile() && (path.endsWith(".java") || path.endsWith("pom.xml"))) {
                        found.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found.stream().sorted().toList();
    }
}

package dev.zaelimiter.tests.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the running text points at: links and anchors, and the files, packages and classes that it names in code. */
final class References {

    private static final Pattern FILE = Pattern.compile(
            "(?:bin|docs|core|embedded|testkit|store-contract|cli|tests|benchmarks|examples|compatibility|\\.ci|\\.mvn)"
                    + "/[\\w./-]*[\\w-]");
    private static final Pattern QUALIFIED = Pattern.compile("dev\\.zaelimiter(?:\\.[a-z]\\w*)*((?:\\.[A-Z]\\w*)*)");

    private final Repository repository;
    private final Map<String, MarkdownPage> pages = new HashMap<>();

    References(Repository repository, List<MarkdownPage> pages) {
        this.repository = repository;
        pages.forEach(page -> this.pages.put(page.name(), page));
    }

    List<Problem> check(MarkdownPage page) {
        List<Problem> problems = new ArrayList<>();
        for (MarkdownPage.Found link : page.links()) {
            String problem = linkProblem(page, link.text());
            if (problem != null) {
                problems.add(new Problem(page.name(), link.line(), problem));
            }
        }
        for (MarkdownPage.Found code : page.codeSpans()) {
            if (FILE.matcher(code.text()).matches() && !exists(code.text())) {
                problems.add(new Problem(page.name(), code.line(), "there is no file " + code.text()));
            }
            Matcher qualified = QUALIFIED.matcher(code.text());
            if (qualified.matches() && !known(code.text(), qualified.group(1).isEmpty())) {
                problems.add(new Problem(page.name(), code.line(), "there is no package or class " + code.text()));
            }
        }
        return problems;
    }

    private @Nullable String linkProblem(MarkdownPage page, String target) {
        if (target.startsWith("https://")) {
            return null;
        }
        if (target.contains(":")) {
            return "a link that is neither relative nor https: " + target;
        }
        int hash = target.indexOf('#');
        String path = hash < 0 ? target : target.substring(0, hash);
        String file = path.isEmpty() ? page.name() : resolve(page, path);
        if (!pages.containsKey(file) && !exists(file)) {
            return "a link to nowhere: " + target;
        }
        if (hash >= 0) {
            MarkdownPage other = pages.get(file);
            if (other == null || !other.anchors().contains(target.substring(hash + 1))) {
                return "no heading for the anchor of " + target;
            }
        }
        return null;
    }

    private static String resolve(MarkdownPage page, String path) {
        Path folder = Path.of(page.name()).getParent();
        Path file = (folder == null ? Path.of(path) : folder.resolve(path)).normalize();
        return file.toString().replace('\\', '/');
    }

    /** In the very spelling: some file systems would take another. */
    private boolean exists(String path) {
        Path file = repository.root().resolve(path);
        try {
            return Files.exists(file)
                    && file.toRealPath().endsWith(Path.of(path).normalize());
        } catch (IOException e) {
            return false;
        }
    }

    private boolean known(String name, boolean isPackage) {
        String path = "/" + name.replace('.', '/');
        String wanted = isPackage ? path + "/" : path.replaceAll("(/[A-Z]\\w*)(?:/[A-Z]\\w*)*$", "$1.java");
        return repository.sources().stream()
                .map(source -> source.toString().replace('\\', '/'))
                .anyMatch(source -> isPackage ? source.contains(wanted) : source.endsWith(wanted));
    }

    /** Pages of docs/ that no chain of links reaches from the README. */
    List<Problem> unreachable(String start) {
        Set<String> reached = new HashSet<>();
        Deque<String> next = new ArrayDeque<>(List.of(start));
        while (!next.isEmpty()) {
            String name = next.remove();
            MarkdownPage page = pages.get(name);
            if (page != null && reached.add(name)) {
                for (MarkdownPage.Found link : page.links()) {
                    next.add(resolve(page, link.text().replaceAll("#.*", "")));
                }
            }
        }
        return pages.keySet().stream()
                .filter(name -> !reached.contains(name))
                .sorted()
                .map(name -> new Problem(name, 1, "no link leads here from " + start))
                .toList();
    }
}

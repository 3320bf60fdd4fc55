package dev.zaelimiter.tests.docs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Markdown file, taken apart as far as the checks need it: fenced blocks, headings, links, and what is set in code.
 *
 * @param name the file, from the root of the repository
 * @param text its lines
 */
record MarkdownPage(String name, List<String> text) {

    private static final Pattern FENCE = Pattern.compile("^\\s*(```+|~~~+)\\s*(.*)$");
    private static final Pattern HEADING = Pattern.compile("^#{1,6} +(.*?)\\s*#*$");
    private static final Pattern LINK =
            Pattern.compile("\\[(?:[^\\[\\]]|\\[[^\\]]*\\])*\\]\\(([^()\\s]+(?:\\([^()]*\\))?)\\)");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** Something in the running text, at a line counted from 1. */
    record Found(int line, String text) {}

    /** What the running text holds, blocks apart. */
    record Parts(List<Block> blocks, List<Found> prose, List<Problem> problems) {}

    Parts parts() {
        List<Block> blocks = new ArrayList<>();
        List<Found> prose = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        for (int i = 0; i < text.size(); i++) {
            Matcher fence = FENCE.matcher(text.get(i));
            if (!fence.matches()) {
                prose.add(new Found(i + 1, text.get(i)));
                continue;
            }
            int end = endOf(i, fence.group(1));
            if (end < 0) {
                problems.add(new Problem(name, i + 1, "this block is never closed"));
                break;
            }
            List<String> words = List.of(fence.group(2).strip().split("\\s+"));
            blocks.add(new Block(
                    name, i + 1, words.get(0), words.subList(1, words.size()), List.copyOf(text.subList(i + 1, end))));
            i = end;
        }
        return new Parts(blocks, prose, problems);
    }

    private int endOf(int start, String fence) {
        for (int i = start + 1; i < text.size(); i++) {
            if (text.get(i).strip().equals(fence)) {
                return i;
            }
        }
        return -1;
    }

    /** The names by which a link may point into this page, as GitHub makes them of headings. */
    Set<String> anchors() {
        Map<String, Integer> seen = new HashMap<>();
        Set<String> anchors = new HashSet<>();
        for (Found line : parts().prose()) {
            Matcher heading = HEADING.matcher(line.text());
            if (heading.matches()) {
                String slug = slug(heading.group(1));
                int before = seen.merge(slug, 1, Integer::sum) - 1;
                anchors.add(before == 0 ? slug : slug + "-" + before);
            }
        }
        return anchors;
    }

    private static String slug(String heading) {
        return heading.replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    /** The targets of links in the running text. */
    List<Found> links() {
        return find(LINK, false);
    }

    /** What stands between single backticks in the running text. */
    List<Found> codeSpans() {
        return find(CODE, true);
    }

    private List<Found> find(Pattern pattern, boolean inCode) {
        List<Found> found = new ArrayList<>();
        for (Found line : parts().prose()) {
            Matcher matcher = pattern.matcher(
                    inCode ? line.text() : CODE.matcher(line.text()).replaceAll("x"));
            while (matcher.find()) {
                found.add(new Found(line.line(), matcher.group(1)));
            }
        }
        return found;
    }
}

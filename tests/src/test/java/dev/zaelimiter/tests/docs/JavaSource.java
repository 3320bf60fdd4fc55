package dev.zaelimiter.tests.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A block of Java as a file that can be compiled. Lines stay where they are, after a first one that is put before them,
 * so that line n + 1 of the file is line n of the block.
 *
 * @param block where it comes from
 * @param className with its package
 * @param text the file
 * @param problems what is wrong before anything is compiled
 */
record JavaSource(Block block, String className, String text, List<Problem> problems) {

    private static final String IMPORTS =
            "import dev.zaelimiter.*; import dev.zaelimiter.aggregator.*; import dev.zaelimiter.embedded.*; "
                    + "import dev.zaelimiter.repository.*; import dev.zaelimiter.store.*; import dev.zaelimiter.testkit.*; "
                    + "import java.nio.file.Path; import java.time.*; import java.util.*; import java.util.concurrent.*; ";
    private static final Pattern TYPE = Pattern.compile(
            "^(?:(?:public|final|abstract|sealed|non-sealed|static) )*(?:class|interface|record|enum|@interface) (\\w+).*");
    private static final Pattern SAYS = Pattern.compile("^(\\s*)(\\S.*?;)?\\s*// (->|throws) (.*)$");
    private static final Pattern PRINTS = Pattern.compile("^System\\.out\\.println\\((.*)\\)$");
    private static final Pattern DECLARES =
            Pattern.compile("^(?:final )?(?!return |throw |assert |new )[\\w.]+(?:<.*>)?(?:\\[\\])? (\\w+) = .*$");

    /** A block is a whole file if it begins with an import or declares a type that is not indented. */
    static JavaSource of(Block block) {
        String name = "L" + block.line();
        String home = "snippets." + block.page().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_") + "."
                + name.toLowerCase(Locale.ROOT);
        boolean imports = block.lines().stream().anyMatch(line -> line.startsWith("import "));
        String type = block.lines().stream()
                .map(TYPE::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .findFirst()
                .orElse(null);
        if (type != null) {
            String first = "package " + home + "; " + (imports ? "" : IMPORTS);
            return new JavaSource(block, home + "." + type, first + "\n" + String.join("\n", block.lines()), List.of());
        }
        List<Problem> problems = new ArrayList<>();
        if (imports) {
            problems.add(block.problem(1, "imports, and no type that would need them"));
        }
        List<String> body = new ArrayList<>();
        boolean says = false;
        for (int i = 0; i < block.lines().size(); i++) {
            String line = block.lines().get(i);
            Matcher said = SAYS.matcher(line);
            if (said.matches() && runs(block)) {
                says = true;
                if (said.group(2) == null || said.group(2).startsWith(".")) {
                    problems.add(block.problem(i + 1, "put the whole statement on the line that says its result"));
                } else {
                    line = checked(said);
                }
            } else if (said.matches()) {
                problems.add(block.problem(i + 1, "says a result, but is not run: mark the block as 'java run'"));
            }
            says |= line.strip().startsWith("assert ");
            body.add(line);
        }
        if (runs(block) && !says) {
            problems.add(block.problem(0, "is run, but states no result: '// ->', '// throws' or 'assert'"));
        }
        String first = "package " + home + "; " + IMPORTS + "public final class " + name
                + " extends dev.zaelimiter.tests.docs.Snippet { @Override public void run() throws Exception {";
        return new JavaSource(block, home + "." + name, first + "\n" + String.join("\n", body) + "\n}}", problems);
    }

    static boolean runs(Block block) {
        return block.flags().contains("run");
    }

    private static String checked(Matcher said) {
        String code = said.group(2).substring(0, said.group(2).length() - 1);
        String text = "\"" + said.group(4).strip().replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
        if (said.group(3).equals("throws")) {
            return "expectThrows(" + text + ", () -> { " + code + "; });";
        }
        Matcher prints = PRINTS.matcher(code);
        Matcher declares = DECLARES.matcher(code);
        if (prints.matches()) {
            return "expect(" + prints.group(1) + ", " + text + ");";
        } else if (declares.matches()) {
            return code + "; expect(" + declares.group(1) + ", " + text + ");";
        }
        return "expect(" + code + ", " + text + ");";
    }
}

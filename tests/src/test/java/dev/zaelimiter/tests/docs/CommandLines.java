package dev.zaelimiter.tests.docs;

import dev.zaelimiter.cli.ZaeLimiter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Blocks of commands. A {@code console} block has commands after {@code $} and what they print; a {@code sh} block has
 * commands alone, one a line. {@code bin/zae-limiter} is run in this process, and what it prints is compared; a line
 * {@code ...} in the page stands for any number of lines. Other commands are looked at by {@link KnownCommands}.
 */
final class CommandLines {

    private static final String PROMPT = "$ ";
    private static final String OURS = "bin/zae-limiter";
    private static final String REST = "...";

    /** On a store that only the reader has; {@link RunbooksTest} runs those of its page. */
    private static final String INSTALLED = "zae-limiter";

    /** What it prints is for the reader's shell. */
    private static final Pattern EVALUATED = Pattern.compile("eval \"\\$\\(zae-limiter (.*)\\)\"");

    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

    /** Of a simulation whose result no page shows; {@code -Dsteps} says how many. */
    private static final long MOST_STEPS = Long.getLong("steps", 20_000);

    private final Repository repository;
    private final KnownCommands known;
    private final Map<List<String>, Ran> simulated = new HashMap<>();

    /**
     * Reads command lines that are not run: picocli takes long to read all commands, and forgets one line for the next.
     */
    private static final CommandLine PARSED = new CommandLine(new ZaeLimiter());

    CommandLines(Repository repository) {
        this.repository = repository;
        this.known = new KnownCommands(repository);
    }

    private record Ran(int exitCode, String out, String err) {}

    private record Command(int line, String text, List<String> output) {}

    List<Problem> check(Block block) {
        boolean console = block.language().equals("console");
        List<Problem> problems = new ArrayList<>();
        List<Command> commands = new ArrayList<>();
        for (int i = 0; i < block.lines().size(); i++) {
            String line = block.lines().get(i);
            if (console && !line.startsWith(PROMPT)) {
                if (commands.isEmpty()) {
                    problems.add(block.problem(i + 1, "output before the first command; commands begin with '$ '"));
                } else {
                    commands.get(commands.size() - 1).output.add(line);
                }
            } else if (!console && line.startsWith(PROMPT)) {
                problems.add(block.problem(i + 1, "a prompt, which a 'console' block has and a 'sh' block has not"));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                String text = console ? line.substring(2) : line.replaceFirst(" +# .*", "");
                commands.add(new Command(i + 1, text, new ArrayList<>()));
            }
        }
        if (commands.isEmpty()) {
            problems.add(block.problem(0, "no command"));
        }
        for (Command command : commands) {
            String problem = check(command);
            if (problem != null) {
                problems.add(block.problem(command.line, problem));
            }
        }
        return problems;
    }

    private @Nullable String check(Command command) {
        Matcher evaluated = EVALUATED.matcher(command.text);
        if (evaluated.matches()) {
            return parsed(words(evaluated.group(1)));
        }
        List<String> words = words(command.text);
        if (words.get(0).equals(INSTALLED)) {
            return parsed(words.subList(1, words.size()));
        }
        if (!words.get(0).equals(OURS)) {
            return command.output.isEmpty()
                    ? known.problem(words)
                    : "output is compared for " + OURS + " alone; show this command without any";
        }
        List<String> shown = stripped(command.output);
        Ran ran = ran(shown.isEmpty() ? shortened(words.subList(1, words.size())) : words.subList(1, words.size()));
        if (shown.isEmpty()) {
            return ran.exitCode == 0 ? null : "ends with " + ran.exitCode + ": " + ran.err;
        }
        List<String> printed = stripped(
                (ran.out + ran.err).replace(repository.root() + "/", "").lines().toList());
        return matches(shown, printed)
                ? null
                : "prints something else (exit code " + ran.exitCode + "):\n" + String.join("\n", printed);
    }

    private static @Nullable String parsed(List<String> words) {
        try {
            PARSED.parseArgs(words.toArray(String[]::new));
            return null;
        } catch (CommandLine.ParameterException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Whether a command works shows after the first steps of a simulation as well. */
    private static List<String> shortened(List<String> words) {
        List<String> shorter = new ArrayList<>(words);
        int at = words.indexOf("--steps") + 1;
        if (at > 0 && at < words.size() && words.get(at).matches("\\d{1,18}")) {
            shorter.set(at, String.valueOf(Math.min(MOST_STEPS, Long.parseLong(words.get(at)))));
        }
        return shorter;
    }

    /** A long simulation stands on more than one page, and is the same each time. */
    private Ran ran(List<String> words) {
        return words.indexOf("simulate") == 0 ? simulated.computeIfAbsent(words, this::run) : run(words);
    }

    private Ran run(List<String> words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String before = System.getProperty("stdout.encoding");
        System.setProperty("stdout.encoding", "UTF-8");
        try {
            CommandLine commandLine = new CommandLine(new ZaeLimiter());
            commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
            int exitCode =
                    commandLine.execute(words.stream().map(this::fromRoot).toArray(String[]::new));
            return new Ran(exitCode, out.toString(), err.toString());
        } finally {
            if (before == null) {
                System.clearProperty("stdout.encoding");
            } else {
                System.setProperty("stdout.encoding", before);
            }
        }
    }

    /** Readers stand in the root of the repository; this process does not. */
    private String fromRoot(String word) {
        return word.contains("/") && !word.contains("=") && repository.exists(word)
                ? repository.root().resolve(word).toString()
                : word;
    }

    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(command);
        while (matcher.find()) {
            words.add(
                    matcher.group(1) != null
                            ? matcher.group(1)
                            : matcher.group(2) != null ? matcher.group(2) : matcher.group(3));
        }
        return words;
    }

    private static List<String> stripped(List<String> lines) {
        List<String> stripped = new ArrayList<>();
        for (String line : lines) {
            stripped.add(line.stripTrailing());
        }
        while (!stripped.isEmpty() && stripped.get(stripped.size() - 1).isEmpty()) {
            stripped.remove(stripped.size() - 1);
        }
        return stripped;
    }

    private static boolean matches(List<String> shown, List<String> printed) {
        if (shown.isEmpty()) {
            return printed.isEmpty();
        }
        if (shown.get(0).strip().equals(REST)) {
            List<String> after = shown.subList(1, shown.size());
            for (int skipped = 0; skipped <= printed.size(); skipped++) {
                if (matches(after, printed.subList(skipped, printed.size()))) {
                    return true;
                }
            }
            return false;
        }
        return !printed.isEmpty()
                && shown.get(0).equals(printed.get(0))
                && matches(shown.subList(1, shown.size()), printed.subList(1, printed.size()));
    }
}

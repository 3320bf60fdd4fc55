package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.ZaeLimiter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What help shows stands in the docs, and what the docs show is understood by the commands. */
@Tag("documents")
class DocumentedCommandsTest {

    /** A command line within a sentence or a block: up to the end of the code, the line or the next command. */
    private static final Pattern CALL = Pattern.compile("zae-limiter ((?:[a-z][a-z-]*)(?: [^`|;)\\n]*)?)");

    private static final Pattern FLAG_IN_HELP = Pattern.compile("(?m)^\\s+(?:-\\w, )?(--[a-z][a-z-]*)");
    private static final Pattern FLAG = Pattern.compile("(?<=\\s)(--?[a-zA-Z][a-z-]*)(?=[\\s=]|$)");

    private final Repository repository = Repository.here();

    @Test
    void everyCommandAndFlagOfTheHelp_standsInTheReference() {
        String reference = repository.read(repository.root().resolve("docs/operator/cli-reference.md"));
        List<String> missing = new ArrayList<>();
        look(new CommandLine(new ZaeLimiter()), "", reference, missing);
        assertThat(missing).isEmpty();
    }

    private static void look(CommandLine command, String path, String reference, List<String> missing) {
        StringWriter help = new StringWriter();
        command.usage(new PrintWriter(help, true));
        int start = command.getSubcommands().isEmpty() ? reference.indexOf("### `" + path) : 0;
        int end = start < 0 ? -1 : reference.indexOf("\n#", start + 1);
        String section = start < 0 ? "" : reference.substring(start, end < 0 ? reference.length() : end);
        if (start < 0) {
            missing.add(path);
        }
        if (command.getSubcommands().isEmpty()) {
            String ofAll = reference.substring(0, reference.indexOf("\n## ", reference.indexOf("\n## ") + 1));
            for (Matcher flag = FLAG_IN_HELP.matcher(help.toString()); flag.find(); ) {
                String name = flag.group(1);
                boolean common = Set.of("--help", "--version").contains(name) || ofAll.contains(name);
                if (!common && !section.contains(name)) {
                    missing.add(path + " " + name);
                }
            }
        }
        command.getSubcommands().forEach((name, sub) -> look(sub, (path + " " + name).strip(), reference, missing));
    }

    @Test
    void everyCommandAndFlagOfTheDocs_isUnderstood() {
        // Made once, of some hundred classes: it is only looked at.
        CommandLine all = new CommandLine(new ZaeLimiter());
        Set<String> unknown = new TreeSet<>();
        int calls = 0;
        for (MarkdownPage page : repository.pages()) {
            for (String line : page.text()) {
                if (line.contains("`") || line.startsWith("bin/") || line.startsWith("$ ")) {
                    for (Matcher call = CALL.matcher(line); call.find(); ) {
                        calls++;
                        check(all, page.name() + ": " + call.group(1), call.group(1), unknown);
                    }
                }
            }
        }
        assertThat(unknown).isEmpty();
        assertThat(calls).isGreaterThan(50);
    }

    private static boolean knows(CommandSpec command, String flag) {
        OptionSpec negated = command.findOption(flag.replaceFirst("^--no-", "--"));
        return command.findOption(flag) != null || (negated != null && negated.negatable());
    }

    private static void check(CommandLine all, String where, String call, Set<String> unknown) {
        CommandLine command = all;
        for (String word : call.split(" ")) {
            CommandLine below = command.getSubcommands().get(word);
            if (below == null) {
                if (!command.getSubcommands().isEmpty() && !word.startsWith("-") && word.matches("[a-z-]+")) {
                    unknown.add(where + ": no command " + word);
                }
                break;
            }
            command = below;
        }
        for (Matcher flag = FLAG.matcher(call); flag.find(); ) {
            if (!knows(command.getCommandSpec(), flag.group(1))) {
                unknown.add(where + ": no flag " + flag.group(1));
            }
        }
    }
}

package dev.zaelimiter.tests.docs;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.cli.ZaeLimiter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** The sections of {@code docs/operator/runbooks.md}, and their commands, run as they stand there. */
final class Runbooks {

    private static final Pattern COMMAND = Pattern.compile("(?m)^zae-limiter (.*?)(?: +# ends with ([0-3]))?$");

    private final UnaryOperator<String> store;
    private final List<String> printed = new ArrayList<>();

    /** A command as the page has it. */
    record Command(String text, int exitCode) {}

    /**
     * For one store.
     *
     * @param store names it in a command in place of the page's names
     */
    Runbooks(UnaryOperator<String> store) {
        this.store = store;
    }

    /** Headings and what follows them, the first without a heading. */
    private static Map<String, String> sections() {
        Repository repository = Repository.here();
        String page = repository.read(repository.root().resolve("docs/operator/runbooks.md"));
        Map<String, String> sections = new LinkedHashMap<>();
        for (String part : page.split("(?m)^##? ")) {
            if (!part.isBlank()) {
                sections.put(part.lines().findFirst().orElseThrow(), part);
            }
        }
        return sections;
    }

    static List<String> headings() {
        return List.copyOf(sections().keySet());
    }

    static List<Command> commands(String heading) {
        List<Command> commands = new ArrayList<>();
        Matcher command = COMMAND.matcher(Objects.requireNonNull(sections().get(heading), heading));
        while (command.find()) {
            commands.add(
                    new Command(command.group(1), command.group(2) == null ? 0 : Integer.parseInt(command.group(2))));
        }
        return commands;
    }

    /** A day as any other, and then a wrong limit, and a key that takes all. */
    static void happen(LimitRepository repository) {
        Administration admin = Administration.of(repository).actingAs("alice");
        admin.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100));
        admin.entities().create(Entity.builder("org-1").build());
        admin.entities().create(Entity.builder("key-1").parent("org-1").build());
        repository
                .rateLimiter()
                .acquire(AcquireRequest.entity("key-1")
                        .resource("gpt-4")
                        .take("rpm", 90)
                        .build())
                .keep();
        admin.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 1));
        admin.limits().setEntityLimits("key-1", "gpt-4", Limit.perMinute("rpm", 1));
    }

    /** Runs a command; returns its exit code. */
    int run(String command) {
        StringWriter out = new StringWriter();
        int exitCode = new CommandLine(new ZaeLimiter())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(store.apply(command).split(" "));
        printed.add(command + "\n" + out);
        return exitCode;
    }

    /** What each command said, after the command itself. */
    List<String> printed() {
        return printed;
    }

    String last() {
        return printed.get(printed.size() - 1);
    }
}

package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.cli.ZaeLimiter;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The commands of {@code docs/operator/runbooks.md}, as they stand there, each section on a file in that situation. */
class RunbooksTest {

    private static final Pattern COMMAND = Pattern.compile("(?m)^zae-limiter (.*?)(?: +# ends with ([0-3]))?$");

    @TempDir
    private Path directory;

    private final List<String> printed = new ArrayList<>();

    /** Headings and what follows them, the first without a heading. */
    static Map<String, String> sections() {
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

    private Path file() {
        return directory.resolve("limits.zae");
    }

    /** A day as any other, and then a wrong limit, and a key that takes all. */
    @BeforeEach
    void aStoreInUse() {
        try (LimitRepository repository = EmbeddedRepository.file(file())) {
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
    }

    private void damage() throws IOException {
        byte[] bytes = Files.readAllBytes(file());
        Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 8, (byte) 0);
        Files.write(file(), bytes);
    }

    private int run(String command) {
        String here = command.replace("-n my-app", "--embedded limits.zae")
                .replace("limits.zae", file().toString())
                .replace("saved.zae", directory.resolve("saved.zae").toString());
        StringWriter out = new StringWriter();
        int exitCode = new CommandLine(new ZaeLimiter())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(here.split(" "));
        printed.add(command + "\n" + out);
        return exitCode;
    }

    @ParameterizedTest
    @MethodSource("headings")
    void section_asItStands_ends(String heading) throws Exception {
        String section = Objects.requireNonNull(sections().get(heading));
        if (heading.equals("A file is damaged")) {
            damage();
        }
        int commands = 0;
        for (Matcher command = COMMAND.matcher(section); command.find(); commands++) {
            int expected = command.group(2) == null ? 0 : Integer.parseInt(command.group(2));
            assertThat(run(command.group(1)))
                    .as("%s%n%s", command.group(), printed)
                    .isEqualTo(expected);
        }
        assertThat(commands).as(heading).isPositive();
    }

    /** What the first runbook promises: the limit is what it was, and the record said so. */
    @Test
    void wrongLimit_isUndoneFromTheRecord() {
        for (Matcher command = COMMAND.matcher(Objects.requireNonNull(sections().get("A wrong limit was applied")));
                command.find(); ) {
            run(command.group(1));
        }
        assertThat(printed.get(0))
                .contains("BEFORE", "alice")
                .contains("capacity=100 name=rpm refill_amount=100 refill_period_seconds=60");
        assertThat(printed)
                .anySatisfy(each ->
                        assertThat(each).startsWith("explain").contains(" 100 ").contains("resource"));
        assertThat(printed.get(printed.size() - 1)).contains("was given");
    }

    @Test
    void abuser_isShutOut_andLetInAgain() {
        List<String> commands = new ArrayList<>();
        for (Matcher command = COMMAND.matcher(Objects.requireNonNull(sections().get("A caller abuses the service")));
                command.find(); ) {
            commands.add(command.group(1));
        }
        commands.forEach(this::run);
        assertThat(run("switches -n my-app")).isZero();
        assertThat(printed.get(printed.size() - 1)).contains("Nothing is switched");
    }
}

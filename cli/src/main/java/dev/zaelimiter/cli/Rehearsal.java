package dev.zaelimiter.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs commands of every kind once, for nobody to see, so that the archive of loaded classes that
 * {@code bin/zae-limiter} makes of this run holds what they need to start. Leaves nothing behind.
 */
final class Rehearsal {

    /** Files of some formats: what each of them is made of is found out by classes of its own. */
    private static final List<String> ROWS = List.of(
            "time,user\n2026-03-01T10:00:00Z,a\n2026-03-01T10:00:01Z,b\n",
            "{\"time\":\"2026-03-01T10:00:00Z\",\"client\":{\"ip\":\"203.0.113.7:80\"},\"usage\":{\"total_tokens\":7}}\n",
            "203.0.113.7 - - [01/Mar/2026:10:00:00 +0000] \"GET /a HTTP/1.1\" 200 5 \"-\" \"curl\"\n",
            "#Fields: date time c-ip\n2026-03-01 10:00:00 203.0.113.7\n");

    private Rehearsal() {}

    /**
     * Runs them.
     *
     * @param args the command line of a replay
     * @throws IOException if there is no place for a store
     */
    public static void main(String[] args) throws IOException {
        Path directory = Files.createTempDirectory("zae-limiter-rehearsal");
        Path store = directory.resolve("limits.zae");
        try {
            String file = store.toString();
            run(args);
            for (String rows : ROWS) {
                Path sample = Files.writeString(directory.resolve("rows"), rows);
                run("replay", sample.toString(), "--explain-columns");
            }
            for (String command : List.of(
                    "--help",
                    "--version",
                    "entity --help",
                    "entity set-limits --help",
                    "system set-defaults -l rpm:100 --create --embedded",
                    "entity create key-1 --embedded",
                    "entity set-limits key-1 -l rpm:100 --embedded",
                    "entity list --embedded",
                    "acquire key-1 gpt-4 --take rpm=1 --embedded",
                    "explain key-1 gpt-4 --embedded",
                    "audit list --output json --embedded",
                    "limits export --embedded",
                    "status --embedded",
                    "switches --embedded",
                    "store check",
                    "store export",
                    "system set-defaults -l rpm --embedded")) {
                boolean onStore = command.endsWith("--embedded") || command.startsWith("store ");
                run((onStore ? command + " " + file : command).split(" "));
            }
        } finally {
            delete(directory);
        }
    }

    private static void run(String... args) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        ZaeLimiter.commandLine(Terminal.detect(), Prompt.NOBODY, args)
                .setOut(nowhere)
                .setErr(nowhere)
                .execute(args);
    }

    private static void delete(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}

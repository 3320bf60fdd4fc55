package dev.zaelimiter.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs commands of every kind once, for nobody to see, so that the archive of loaded classes that {@code bin/zae-limiter}
 * makes of this run holds what they need to start. Leaves nothing behind.
 */
final class Rehearsal {

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
                    "system set-defaults -l rpm --embedded")) {
                run((command.endsWith("--embedded") ? command + " " + file : command).split(" "));
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

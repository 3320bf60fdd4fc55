package dev.zaelimiter.cli.admin.local;

import dev.zaelimiter.cli.CommandRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;

/**
 * A machine of a test, in a folder: a home, programs that are found, and what they were called with. Its names hold
 * blanks.
 */
final class Place {

    private final Path root;
    private final Map<String, String> variables = new HashMap<>();

    Place(Path directory) {
        try {
            root = Files.createDirectories(directory.resolve("a user's folder"));
            Files.createDirectories(programs());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        variables.put("PATH", programs().toString());
        variables.put("XDG_STATE_HOME", root.resolve("state").toString());
        variables.put("BACKENDS_HOME", root.resolve("none").toString());
    }

    Path root() {
        return root;
    }

    private Path programs() {
        return root.resolve("my programs");
    }

    Place with(String variable, String value) {
        variables.put(variable, value);
        return this;
    }

    Machine machine() {
        return new Machine(Map.copyOf(variables), "Linux", root.resolve("home"));
    }

    LocalFolder folder() {
        return new LocalFolder(machine());
    }

    /** A program that is a script; it writes down what it is called with. */
    Place program(String name, String script) {
        try {
            Path file = Files.writeString(
                    programs().resolve(name),
                    "#!/bin/sh\nprintf '%s\\n' \"$*\" >>\"$(dirname \"$0\")/" + name + ".calls\"\n" + script + "\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> calls(String name) throws IOException {
        Path calls = programs().resolve(name + ".calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    CommandRun run(Function<Machine, LocalSubcommand> command, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = new CommandLine(command.apply(machine()))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }
}

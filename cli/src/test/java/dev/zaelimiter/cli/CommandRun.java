package dev.zaelimiter.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;

/**
 * One run of the command in this JVM.
 *
 * @param exitCode what the process would return
 * @param out standard output
 * @param err standard error
 */
public record CommandRun(int exitCode, String out, String err) {

    public static final Terminal PLAIN = Terminal.plain(80, StandardCharsets.UTF_8);

    /** How a table says, once, that clients that would misread it were locked out. A file has no such clients. */
    public static final String LOCKED_OUT = "Note: this table's client_min_version is now ";

    public static CommandRun of(String... args) {
        return on(PLAIN, args);
    }

    public static CommandRun on(Terminal terminal, String... args) {
        return of(ZaeLimiter.commandLine(terminal, Prompt.NOBODY, args), args);
    }

    /** With somebody who answers. */
    public static CommandRun asking(Prompt prompt, String... args) {
        return of(ZaeLimiter.commandLine(PLAIN, prompt, args), args);
    }

    /** The command as anybody would make it, with picocli's own messages for bad usage. */
    public static CommandRun bare(String... args) {
        return of(new CommandLine(new ZaeLimiter()), args);
    }

    /** With standard output that goes elsewhere. */
    public static CommandRun into(Writer out, Terminal terminal, String... args) {
        return of(out, ZaeLimiter.commandLine(terminal, Prompt.NOBODY, args), args);
    }

    private static CommandRun of(CommandLine commandLine, String... args) {
        return of(new StringWriter(), commandLine, args);
    }

    private static CommandRun of(Writer out, CommandLine commandLine, String... args) {
        StringWriter err = new StringWriter();
        commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exitCode = commandLine.execute(args);
        commandLine.getOut().flush();
        commandLine.getErr().flush();
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    /** What stands on standard error, but for the note that older clients were locked out of a table. */
    public String complaints() {
        return err.lines().filter(line -> !line.startsWith(LOCKED_OUT)).collect(Collectors.joining("\n"));
    }

    public List<String> lines() {
        return out.lines().toList();
    }
}

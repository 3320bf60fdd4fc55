package dev.zaelimiter.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.embedded.StoreFileException;
import dev.zaelimiter.embedded.StoreFileReport;
import dev.zaelimiter.embedded.StoreFileReport.State;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import picocli.CommandLine.Model.CommandSpec;

/** What the commands about stores have in common: the report on a file, and how they end. */
final class StoreOutput {

    static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private final CommandSpec spec;

    StoreOutput(CommandSpec spec) {
        this.spec = spec;
    }

    PrintWriter writer() {
        return spec.commandLine().getOut();
    }

    PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /**
     * What is said of a file, under the name that it has for the user: standard input lies in another one meanwhile.
     */
    String named(String file, StoreFileException e) {
        String message = Objects.toString(e.getMessage());
        return file.equals(StoreInput.STANDARD_INPUT)
                ? message.replace(e.path().toString(), "standard input")
                : message;
    }

    void print(List<String> lines) {
        lines.forEach(writer()::println);
        writer().flush();
    }

    /** Says why a file can't be used, and gives the exit code. */
    int refuse(RuntimeException why, String message) {
        return say(message, ExitCodes.of(why));
    }

    /** Says what is wrong, and gives the exit code. */
    private int say(String message, int exitCode) {
        PrintWriter err = err();
        err.println(spec.qualifiedName() + ": " + Text.visible(message));
        err.flush();
        return exitCode;
    }

    /** Says what is wrong with a file, if anything is, and gives the exit code. */
    int conclude(String file, StoreFileReport report) {
        writer().flush();
        String problem = report.problem();
        if (problem == null) {
            return ExitCodes.OK;
        }
        String readable = report.state() == State.DAMAGED
                ? "; " + Text.count(report.items(), "item is", "items are") + " readable"
                : "";
        return say(
                file + " " + problem + readable, report.state() == State.FOREIGN ? ExitCodes.USAGE : ExitCodes.FAILURE);
    }

    static List<String> text(String file, StoreFileReport report) {
        TextTable table = new TextTable();
        table.row("items", Text.count(report.items()));
        table.row("bytes", Text.count(report.length()));
        if (report.state() == State.DAMAGED) {
            table.row("unreadable bytes", Text.count(report.unreadable()));
        }
        if (report.unfinished() > 0) {
            table.row("unfinished bytes, of which nobody was told", Text.count(report.unfinished()));
        }
        List<String> lines = new ArrayList<>();
        lines.add(Text.visible(file) + ": " + name(report.state()));
        lines.addAll(table.lines("  "));
        return lines;
    }

    static String json(String file, StoreFileReport report) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("file", file);
            json.writeStringField("state", name(report.state()));
            json.writeNumberField("items", report.items());
            json.writeNumberField("bytes", report.length());
            json.writeNumberField("unreadable_bytes", report.unreadable());
            json.writeNumberField("unfinished_bytes", report.unfinished());
            json.writeStringField("problem", report.problem());
            json.writeEndObject();
        }
        return text.toString();
    }

    static List<String> csv(String file, StoreFileReport report) {
        StringWriter text = new StringWriter();
        new Output(new PrintWriter(text, true), OutputForm.csv, Terminal.plain(0, StandardCharsets.UTF_8))
                .object(Output.fields(
                        "file", file,
                        "state", name(report.state()),
                        "items", report.items(),
                        "bytes", report.length(),
                        "unreadable_bytes", report.unreadable(),
                        "unfinished_bytes", report.unfinished(),
                        "problem", report.problem()));
        return text.toString().lines().toList();
    }

    private static String name(State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}

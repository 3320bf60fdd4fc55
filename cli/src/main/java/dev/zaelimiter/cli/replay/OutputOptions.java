package dev.zaelimiter.cli.replay;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.admin.manifest.Manifest;
import dev.zaelimiter.cli.OutputForm;
import dev.zaelimiter.cli.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what is written where. Filled by picocli. */
final class OutputOptions {

    private static final String STANDARD_OUTPUT = "-";

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description =
                    "Also write a page with charts, which stands alone; - is standard output, in place of the report.")
    @Nullable
    String html;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Also write the figures over time, up to 2,048 intervals for each policy; - as for --html.")
    @Nullable
    String csv;

    @Option(
            names = "--write-limits",
            paramLabel = "FILE",
            description =
                    "With --suggest: also write the proposal as a manifest, for 'limits plan' and 'limits apply'; - as for"
                            + " --html.")
    @Nullable
    String limits;

    /** Whether anything wants balances over time. */
    boolean wantsSeries() {
        return html != null || csv != null;
    }

    /**
     * Refuses an option that would have nothing to write.
     *
     * @param suggesting whether limits are proposed
     */
    void require(boolean suggesting) {
        if (limits != null && !suggesting) {
            throw new InvalidInputException("--write-limits", limits, "only with --suggest, whose proposal it writes");
        }
    }

    /**
     * Looks at the places before the long work begins.
     *
     * @param input what is read, which nothing may overwrite
     * @param form of the report; one for programs has standard output for itself
     * @throws InvalidInputException if something can't be written there
     */
    void check(String input, OutputForm form) {
        List<String> toStandardOutput = new ArrayList<>();
        new TreeMap<>(Map.of("--html", or(html), "--csv", or(csv), "--write-limits", or(limits)))
                .forEach((option, file) -> {
                    if (file.equals(STANDARD_OUTPUT)) {
                        toStandardOutput.add(option);
                    }
                });
        boolean forPrograms = form != OutputForm.table;
        if (toStandardOutput.size() + (forPrograms ? 1 : 0) > 1) {
            throw new InvalidInputException(
                    toStandardOutput.get(0),
                    STANDARD_OUTPUT,
                    "a file: standard output has "
                            + (forPrograms ? "the report as " + form : "what " + toStandardOutput.get(1) + " writes"));
        }
        Map<Path, String> seen = new LinkedHashMap<>();
        check("--html", html, input, seen);
        check("--csv", csv, input, seen);
        check("--write-limits", limits, input, seen);
    }

    private static String or(@Nullable String file) {
        return file == null ? "" : file;
    }

    private static void check(String option, @Nullable String file, String input, Map<Path, String> seen) {
        if (file == null || file.equals(STANDARD_OUTPUT)) {
            return;
        }
        try {
            Path path = Path.of(file).toAbsolutePath();
            Path directory = path.getParent();
            if (file.isEmpty() || Files.isDirectory(path) || directory == null || !Files.isWritable(directory)) {
                throw new InvalidInputException(option, file, "a file in a directory that can be written");
            }
            Path read = Path.of(input);
            if (Files.exists(path) && Files.exists(read) && Files.isSameFile(path, read)) {
                throw new InvalidInputException(option, file, "another file than the one that is read");
            }
            String before = seen.put(path.normalize(), option);
            if (before != null) {
                throw new InvalidInputException(option, file, "another file than that of " + before);
            }
        } catch (InvalidPathException | IOException e) {
            throw new InvalidInputException(option, file, "the name of a file: " + e.getMessage());
        }
    }

    /**
     * Writes all that was asked for; a file is there as a whole, or not at all.
     *
     * @param outcome what is written
     * @param namespace that a manifest is for
     * @return what goes to standard output in place of the report, or null for the report
     */
    @Nullable
    String write(ReplayOutcome outcome, String namespace) throws IOException {
        String page = html == null ? null : place("--html", html, PageRenderer.render(outcome));
        String series = csv == null ? null : place("--csv", csv, SeriesCsv.render(outcome));
        Suggestion suggestion = outcome.suggestion();
        String manifest = null;
        if (limits != null && suggestion != null) {
            List<Limit> proposed = suggestion.limits().stream()
                    .map(limit -> limit.proposed().limit())
                    .toList();
            manifest = place(
                    "--write-limits",
                    limits,
                    Manifest.ofSystem(namespace, proposed).toYaml());
        }
        return page != null ? page : series != null ? series : manifest;
    }

    /** Writes a text; or gives it back, if it is for standard output. */
    private static @Nullable String place(String option, String file, String text) throws IOException {
        if (file.equals(STANDARD_OUTPUT)) {
            return text;
        }
        try {
            WholeFile.write(Path.of(file), text);
        } catch (IOException e) {
            throw new IOException(option + " '" + file + "' can't be written: " + WholeFile.reason(e), e);
        }
        return null;
    }
}

package dev.zaelimiter.cli.admin.stack;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Text;
import dev.zaelimiter.cli.Version;
import dev.zaelimiter.infra.FunctionCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code zae-limiter lambda-export}. */
@Command(
        name = "lambda-export",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        header = "Write the code of the aggregator's function into a file, to deploy it another way.",
        description = "Prints the key that deploy would give it in a bucket, which is that of its content.%n",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Example:", "  zae-limiter lambda-export --output aggregator.jar"})
public final class LambdaExportCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            defaultValue = "aggregator.jar",
            description = "The file to write (default: ${DEFAULT-VALUE}).")
    private String file = "";

    @Option(names = "--force", description = "Write over a file that is there already.")
    private boolean force;

    @Option(names = "--no-audit-archival", description = "The smaller jar, which can't archive changes.")
    private boolean withoutArchive;

    @Mixin
    private final FunctionFile function = new FunctionFile();

    @Override
    public Integer call() {
        CommandSpec own = Objects.requireNonNull(spec, "spec");
        try {
            FunctionCode code = function.code(!withoutArchive);
            write(code.jar(), Path.of(file));
            own.commandLine().getOut().println(code.key());
            own.commandLine().getOut().flush();
            return ExitCodes.OK;
        } catch (InvalidPathException e) {
            return explain(own, new InvalidInputException("--output", file, "the name of a file"));
        } catch (BadInputException | RateLimiterException e) {
            return explain(own, e);
        }
    }

    /** The whole file or none: it is written beside its place first. */
    private void write(Path jar, Path to) {
        if (Files.exists(to) && !force) {
            throw new InvalidInputException("--output", file, "a file that does not exist, or add --force");
        }
        Path folder = Objects.requireNonNullElse(to.toAbsolutePath().getParent(), to.toAbsolutePath());
        try {
            Path part = Files.createTempFile(folder, "aggregator", ".part");
            try {
                Files.copy(jar, part, StandardCopyOption.REPLACE_EXISTING);
                Files.move(part, to, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            throw new BadInputException("'" + file + "' can't be written: " + e, e);
        }
    }

    private static int explain(CommandSpec own, RuntimeException e) {
        own.commandLine().getErr().println(own.qualifiedName() + ": " + Text.visible(Objects.toString(e.getMessage())));
        own.commandLine().getErr().flush();
        return ExitCodes.of(e);
    }
}

package dev.zaelimiter.cli.admin.stack;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.infra.FunctionCode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The jar of the aggregator on Lambda. The script that starts this program builds it, and says where it is. */
final class FunctionFile {

    /** A directory with both jars. */
    private static final String PLACE = "zae.function";

    private static final String WITH_ARCHIVE = "-function-archive.jar";
    private static final String WITHOUT = "-function.jar";

    @Option(
            names = "--function",
            paramLabel = "JAR",
            description =
                    "The code of the function: zae-limiter-aggregator-lambda with the classifier function-archive, or"
                            + " function without an archive (default: the jar that came with this program).")
    private @Nullable String jar;

    FunctionCode code(boolean archives) {
        return FunctionCode.of(file(archives));
    }

    private Path file(boolean archives) {
        if (jar != null) {
            try {
                return Path.of(jar);
            } catch (InvalidPathException e) {
                throw new InvalidInputException("--function", jar, "the name of a file");
            }
        }
        String place = System.getProperty(PLACE);
        if (place != null) {
            String wanted = archives ? WITH_ARCHIVE : WITHOUT;
            try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of(place), "*" + wanted)) {
                for (Path each : all) {
                    return each;
                }
            } catch (IOException e) {
                throw new BadInputException(
                        "the jar of the function can't be looked for in " + place + ": " + e.getMessage(), e);
            }
        }
        throw new BadInputException(
                "the jar of the function did not come with this program: give --function JAR, the artifact"
                        + " zae-limiter-aggregator-lambda with the classifier "
                        + (archives ? "function-archive" : "function")
                        + ", or deploy with --no-aggregator");
    }
}

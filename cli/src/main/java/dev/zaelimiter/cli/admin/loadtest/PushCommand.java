package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.stack.NameOption;
import dev.zaelimiter.cli.admin.stack.StackCommand;
import dev.zaelimiter.cli.admin.stack.WaitOptions;
import dev.zaelimiter.cli.admin.store.AwsWay;
import dev.zaelimiter.infra.LoadTest;
import dev.zaelimiter.infra.PushedJar;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code zae-limiter loadtest push}. */
@Command(
        name = "push",
        header = "Put the load test's program, and jars with scenarios of your own, where workers fetch them.",
        description =
                "A jar is stored under the SHA-256 of its content, which workers check before they run it; one that is there"
                        + " already is not stored again. A later jar with the same name takes the place of the one before.%n")
@Manual(
        examples = {"loadtest push -n my-app --region eu-west-1", "loadtest push -n my-app target/my-scenarios.jar"},
        keys = {"jar", "sha256", "new"},
        list = true)
public final class PushCommand extends StackCommand {

    /** A directory with jars, said by the script that starts this program. */
    private static final String PLACE = "zae.function";

    @Mixin
    private final NameOption named = new NameOption();

    @Mixin
    private final LabelOption labelled = new LabelOption();

    @Parameters(arity = "0..*", paramLabel = "JAR", description = "Jars with scenarios.")
    private List<Path> jars = new ArrayList<>();

    @Option(
            names = "--program",
            paramLabel = "JAR",
            description =
                    "The program: zae-limiter-loadtest-aws with the classifier program (default: the jar that came with"
                            + " this one).")
    private @Nullable Path program;

    @Mixin
    private final WaitOptions waiting = new WaitOptions();

    @Override
    protected int run(AwsWay way, Output output) {
        List<PushedJar> pushed = new ArrayList<>();
        PushedJar first = PushedJar.of(program == null ? programOfThis() : program);
        if (!first.program()) {
            throw new BadInputException(
                    "--program: '" + first.file()
                            + "' is not the load test's program, the artifact zae-limiter-loadtest-aws with the classifier program");
        }
        pushed.add(first);
        for (Path jar : jars) {
            pushed.add(PushedJar.of(jar));
        }
        LoadTest test = loadTest(named.name(), labelled.label(), way, waiting);
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (PushedJar jar : pushed) {
            rows.add(Output.fields("jar", jar.name(), "sha256", jar.hash(), "new", test.push(jar)));
        }
        output.rows(rows, "");
        return ExitCodes.OK;
    }

    private static Path programOfThis() {
        String place = System.getProperty(PLACE);
        if (place != null) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of(place), "*-program.jar")) {
                for (Path each : all) {
                    return each;
                }
            } catch (IOException e) {
                throw new BadInputException(
                        "the load test's program can't be looked for in " + place + ": " + e.getMessage(), e);
            }
        }
        throw new BadInputException(
                "the load test's program did not come with this one: give --program JAR, the artifact"
                        + " zae-limiter-loadtest-aws with the classifier program");
    }
}

package dev.zaelimiter.cli.admin.local;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.OutputForm;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.dynamodb.DynamoDbBuilder;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code zae-limiter local up}. */
@Command(
        name = "up",
        header = "Start a store on this machine, with a table and a namespace.",
        description =
                "Starts a container where there is a Docker engine, and else dynoxide or ministack, if installed, as a"
                        + " process. It answers on 127.0.0.1 alone, keeps everything in memory, and runs until 'local down'."
                        + " Where it runs already, only a table and a namespace that are missing are made.%n")
@Manual(
        examples = {"local up", "local up --name my-app --namespace team-a", "local up --backend dynoxide --port 0"},
        keys = {"backend", "endpoint", "table", "namespace", "started"})
final class UpCommand extends LocalSubcommand {

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/:@-]*");

    @Option(
            names = {"-n", "--name"},
            paramLabel = "TABLE",
            description = "The table (default: that of the last time, or the value of ZAEL_STACK, or zae-limiter).")
    private @Nullable String table;

    @Option(
            names = {"-N", "--namespace"},
            paramLabel = "NAME",
            description = "The namespace (default: that of the last time, or the value of ZAEL_NAMESPACE, or default).")
    private @Nullable String namespace;

    @Option(
            names = "--backend",
            paramLabel = "KIND",
            description = "What to start: container, dynoxide or ministack (default: the first of these that can be).")
    private Running.@Nullable Kind kind;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "The port on 127.0.0.1; 0 for any that is free (default: the first free one of " + Ports.FIRST
                    + " to " + Ports.LAST + ").")
    private @Nullable Integer port;

    @Option(
            names = "--image",
            paramLabel = "IMAGE",
            description =
                    "The image of a container that answers as DynamoDB (default: the value of ZAEL_LOCAL_IMAGE, or "
                            + Containers.IMAGE + ").")
    private @Nullable String image;

    @Option(
            names = "--image-port",
            paramLabel = "PORT",
            description = "The port inside the container (default: ${DEFAULT-VALUE}).")
    private int imagePort = Containers.IMAGE_PORT;

    @Option(
            names = "--output",
            paramLabel = "table|json|csv",
            description = "The form of the output (default: ${DEFAULT-VALUE}).")
    private OutputForm form = OutputForm.table;

    UpCommand() {
        this(Machine.here());
    }

    UpCommand(Machine machine) {
        super(machine);
    }

    @Override
    @SuppressWarnings("try") // The lock is there for what happens while it is held.
    int run(LocalFolder folder, BackEnds backEnds) {
        requirePort("--port", port, 0);
        requirePort("--image-port", imagePort, 1);
        requireImage("--image", image);
        requireImage("ZAEL_LOCAL_IMAGE", usualImage());
        BackEnds.Wish wish = new BackEnds.Wish(kind, this.image, imagePort, port);
        try (LocalFolder.Held lock = folder.lock()) {
            Optional<Running> before = folder.read();
            String table = table(before.orElse(null));
            String namespace = namespace(before.orElse(null));
            // Before anything is started: names that no table can have.
            builder(table, namespace);
            Optional<Running> alive = before.filter(each -> isUsable(each, folder, backEnds, wish));
            Running running = alive.isPresent()
                    ? alive.get().on(table, namespace)
                    : backEnds.start(wish, usualImage(), table, namespace);
            folder.write(running);
            makeReady(running);
            show(running, alive.isEmpty());
        }
        return ExitCodes.OK;
    }

    private boolean isUsable(Running running, LocalFolder folder, BackEnds backEnds, BackEnds.Wish wish) {
        if (!backEnds.of(running).isAlive(running)) {
            note(running.what() + " has ended meanwhile; what it held is gone.");
            backEnds.of(running).stop(running);
            folder.forget();
            return false;
        }
        String missed = wish.missedBy(running);
        if (missed != null) {
            throw new BadInputException(running.what() + " runs already, at " + running.endpoint() + ", which is not "
                    + missed + ": 'zae-limiter local down' first");
        }
        return true;
    }

    private String table(@Nullable Running before) {
        String usual = before == null ? machine().variable("ZAEL_STACK", "zae-limiter") : before.table();
        return table == null ? usual : table;
    }

    private String namespace(@Nullable Running before) {
        String usual = before == null ? machine().variable("ZAEL_NAMESPACE", "default") : before.namespace();
        return namespace == null ? usual : namespace;
    }

    private String usualImage() {
        return machine().variable("ZAEL_LOCAL_IMAGE", Containers.IMAGE);
    }

    private static void requireImage(String name, @Nullable String image) {
        if (image != null && !IMAGE.matcher(image).matches()) {
            throw new BadInputException(name + " '" + image + "' is not the name of an image, as " + Containers.IMAGE);
        }
    }

    private static void requirePort(String option, @Nullable Integer port, int least) {
        if (port != null && (port < least || port > Ports.HIGHEST)) {
            throw new BadInputException(option + " " + port + " is no port: " + least + " to " + Ports.HIGHEST);
        }
    }

    private static DynamoDbBuilder builder(String table, String namespace) {
        RepositoryBuilder.opening(environment -> {
                    throw new IllegalStateException("only its names are looked at");
                })
                .namespace(namespace);
        return DynamoDbRepository.builder(table)
                .region(Running.REGION)
                .credentials("local", "local")
                .callTimeout(CALL_TIMEOUT)
                .settings(settings -> settings.namespace(namespace));
    }

    private static void makeReady(Running running) {
        try (LimitRepository made = builder(running.table(), running.namespace())
                .endpoint(running.endpoint())
                .open()) {
            made.statistics();
        }
    }

    private void show(Running running, boolean started) {
        Output output = new Output(out(), form, terminal());
        output.done(
                running.what() + (started ? " runs at " : " runs already at ") + running.endpoint() + "; table "
                        + running.table() + " and namespace " + running.namespace() + " are ready.",
                Output.fields(
                        "backend", running.kind().name(),
                        "endpoint", running.endpoint(),
                        "table", running.table(),
                        "namespace", running.namespace(),
                        "started", started));
        if (output.isForPeople()) {
            String command = Called.as(machine());
            output.line("");
            output.line("To use it from this shell, and to set a first limit:");
            output.line("  " + ShellFormat.of(machine()).use(command + " local env"));
            output.line("  " + command + " system set-defaults -l rpm:100");
        }
    }
}

package dev.zaelimiter.cli.admin;

import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.NamespaceNotFoundException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.FileStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which store, which namespace, and in whose name. */
final class StoreOptions {

    private static final String HOME = "default";

    @Option(
            names = "--embedded",
            paramLabel = "FILE",
            required = true,
            description = "The file of a store. No other process may have it open.")
    private String file = "";

    @Option(names = "--create", description = "Make the file if there is none.")
    private boolean create;

    @Option(
            names = {"-N", "--namespace"},
            paramLabel = "NAME",
            description = "The namespace, which must exist (default: default).")
    private String namespace = HOME;

    @Option(
            names = "--principal",
            paramLabel = "WHO",
            description = "In whose name changes are recorded (default: the user who runs the command).")
    private @Nullable String principal;

    /** Opens the store, runs the work on the namespace, and closes the store. */
    int with(ToIntFunction<Administration> work) {
        Environment environment = Environment.system();
        try (ItemStore store = FileStore.open(path(), Durability.PROCESS_CRASH, environment);
                LimitRepository home = open(store, HOME)) {
            if (namespace.equals(HOME)) {
                return work.applyAsInt(named(home));
            }
            if (Administration.of(home).namespaces().get(namespace).isEmpty()) {
                throw new NamespaceNotFoundException(
                        namespace, "does not exist: 'zae-limiter namespace list' shows those that do");
            }
            try (LimitRepository repository = open(store, namespace)) {
                return work.applyAsInt(named(repository));
            }
        }
    }

    private static LimitRepository open(ItemStore store, String namespace) {
        return RepositoryBuilder.on(store).namespace(namespace).build();
    }

    private Administration named(LimitRepository repository) {
        String who = principal == null ? System.getProperty("user.name", "unknown") : principal;
        return Administration.of(repository).actingAs(who);
    }

    private Path path() {
        try {
            Path path = Path.of(file);
            if (file.isEmpty() || (!create && !Files.exists(path))) {
                throw new InvalidInputException("--embedded", file, "a file that exists, or --create to make it");
            }
            return path;
        } catch (InvalidPathException e) {
            throw new InvalidInputException("--embedded", file, Objects.toString(e.getReason()));
        }
    }
}

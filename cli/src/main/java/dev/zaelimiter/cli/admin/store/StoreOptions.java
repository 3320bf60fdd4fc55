package dev.zaelimiter.cli.admin.store;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.NamespaceNotFoundException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which store, which namespace, and in whose name. */
public final class StoreOptions {

    private static final String HOME = "default";

    @Mixin
    private final TableOptions table = new TableOptions();

    @Option(
            names = "--embedded",
            paramLabel = "FILE",
            order = 104,
            description = "A store in a file instead of a table. No other process may have it open.")
    private @Nullable String file;

    @Option(
            names = "--create",
            order = 150,
            description = "Make the file or the table, and the namespace, if there is none.")
    private boolean create;

    @Option(
            names = {"-N", "--namespace"},
            paramLabel = "NAME",
            order = 105,
            description = "The namespace, which must exist (default: the value of ZAEL_NAMESPACE, or default).")
    private @Nullable String namespace;

    @Option(
            names = "--principal",
            paramLabel = "WHO",
            order = 106,
            description = "In whose name changes are recorded (default: the user who runs the command).")
    private @Nullable String principal;

    /**
     * Opens the store, runs the work on the namespace, and closes the store.
     *
     * @param aboutNamespaces whether the work is about all namespaces, so that none needs to be there
     * @param usual the namespace if none is named, or null for that of the environment
     * @param work returns an exit code
     * @return that exit code
     */
    public int with(boolean aboutNamespaces, @Nullable String usual, ToIntFunction<Session> work) {
        StoreSource source = source();
        String name = namespace == null && usual != null ? usual : namespace();
        try (LimitRepository repository = aboutNamespaces ? openRegistry(source) : open(source, name, create)) {
            Administration admin = Administration.of(repository).actingAs(principal());
            return work.applyAsInt(new Session(source, name, repository, admin));
        }
    }

    /**
     * As {@link #with}, on a namespace that is made if the store is there and the namespace is not.
     *
     * @param usual the namespace if none is named
     * @param work returns an exit code
     * @return that exit code
     */
    public int withNamespace(String usual, ToIntFunction<Session> work) {
        try {
            return with(false, usual, work);
        } catch (NamespaceNotFoundException e) {
            with(true, usual, session -> {
                session.admin().namespaces().register(session.namespace());
                return ExitCodes.OK;
            });
            return with(false, usual, work);
        }
    }

    /**
     * The store that is named, not yet opened.
     *
     * @return a file or a table
     * @throws InvalidInputException if none or both are named, or one by a wrong name
     */
    public StoreSource source() {
        if (file == null) {
            TableSource named = table.source();
            if (named == null) {
                throw new BadInputException(
                        "no store is named: give --name TABLE or --embedded FILE, or set ZAEL_STACK to"
                                + " the table's name");
            }
            return named;
        }
        table.refuseBeside("--embedded");
        return new FileSource(file);
    }

    /**
     * Looks whether another store is meant.
     *
     * @param what names it, for messages
     * @throws InvalidInputException if the command line names a table or a file, or the way to a table, too
     */
    public void refuseBeside(String what) {
        if (file != null) {
            throw new InvalidInputException("--embedded", file, "a file, or " + what + ", not both");
        }
        table.refuseBeside(what);
    }

    /**
     * Looks whether a namespace is named where there is nothing to choose.
     *
     * @param what brings its own, for messages
     * @throws InvalidInputException if the command line names one
     */
    public void refuseNamespaceBeside(String what) {
        if (namespace != null) {
            throw new InvalidInputException(
                    "--namespace", namespace, "none beside " + what + ", which is new and empty");
        }
    }

    /**
     * Whether a store is named, on the command line or by the environment.
     *
     * @return false if a command has nothing to open
     */
    public boolean named() {
        return file != null || table.named();
    }

    private LimitRepository open(StoreSource source, String name, boolean create) {
        try {
            return source.open(create, named(name));
        } catch (CannotOpenException e) {
            if (e.reason() == CannotOpenException.Reason.NAMESPACE_MISSING) {
                throw new NamespaceNotFoundException(
                        name, "does not exist: 'zae-limiter namespace list' shows those that do");
            }
            throw e;
        }
    }

    /** What is only shown is not made: a store without the usual namespace gets it only where it was to be made. */
    private LimitRepository openRegistry(StoreSource source) {
        return create ? open(source, HOME, true) : source.open(false, RepositoryBuilder::registryOnly);
    }

    /** The namespace may be made, and is then recorded as this person's. */
    private Consumer<RepositoryBuilder> named(String namespace) {
        return builder -> builder.namespace(namespace).principal(principal());
    }

    private String namespace() {
        return Objects.requireNonNullElseGet(
                namespace, () -> Objects.requireNonNullElse(System.getenv("ZAEL_NAMESPACE"), HOME));
    }

    private String principal() {
        return principal == null ? System.getProperty("user.name", "unknown") : principal;
    }
}

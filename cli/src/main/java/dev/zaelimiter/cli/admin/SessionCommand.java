package dev.zaelimiter.cli.admin;

import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.Session;
import dev.zaelimiter.cli.admin.store.StoreOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** What all commands of an operator on a store have in common. */
public abstract class SessionCommand extends OperatorCommand {

    @Mixin
    private final StoreOptions store = new StoreOptions();

    /**
     * Shows what can be shown where no store is named.
     *
     * @param output where the result goes
     * @return an exit code
     */
    protected int runWithoutStore(Output output) {
        throw new IllegalStateException(getClass().getSimpleName() + " needs a store");
    }

    /**
     * Whether there is something to show where no store is named.
     *
     * @return false if a store is needed
     */
    protected boolean worksWithoutStore() {
        return false;
    }

    /**
     * The namespace where none is named on the command line.
     *
     * @return a name, or null for that of the environment
     */
    protected @Nullable String usualNamespace() {
        return null;
    }

    /**
     * Does the work, and shows the result.
     *
     * @param session the open store
     * @param output where the result goes
     * @return an exit code
     */
    protected abstract int run(Session session, Output output);

    @Override
    protected final int run(Output output) {
        if (worksWithoutStore() && !store.named()) {
            return runWithoutStore(output);
        }
        return store.with(this instanceof AboutNamespaces, usualNamespace(), session -> running(session, output));
    }

    private int running(Session session, Output output) {
        try {
            return run(session, output);
        } finally {
            session.admin().raisedLeastClient().ifPresent(version -> {
                err().println("Note: this table's client_min_version is now " + version
                        + ". Older clients of the Python system would misread what was stored, and are locked out.");
                err().flush();
            });
        }
    }
}

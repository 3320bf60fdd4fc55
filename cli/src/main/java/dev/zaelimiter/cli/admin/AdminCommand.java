package dev.zaelimiter.cli.admin;

import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.Session;

/** A command that needs nothing but the administration of a namespace, and is done or fails. */
public abstract class AdminCommand extends SessionCommand {

    /**
     * Does the work, and shows the result.
     *
     * @param admin of the namespace that was named
     * @param output where the result goes
     */
    protected abstract void run(Administration admin, Output output);

    @Override
    protected final int run(Session session, Output output) {
        run(session.admin(), output);
        return ExitCodes.OK;
    }
}

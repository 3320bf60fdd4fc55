package dev.zaelimiter.cli.admin;

import picocli.CommandLine.Mixin;

/** A command whose work can't be undone: it asks first, or is told {@code --yes}. It never waits where nobody is. */
public abstract class DestroyingCommand extends AdminCommand {

    @Mixin
    private final Consent consent = new Consent();

    /**
     * What would be gone, as it stands in a question.
     *
     * @return for example {@code the limits of resource gpt-4}
     */
    protected abstract String what();

    @Override
    protected void prepare() {
        String what = what();
        consent.require(prompt(), "Delete " + what + "?", "this deletes " + what);
    }
}

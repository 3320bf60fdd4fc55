package dev.zaelimiter.cli.admin.stack;

import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.infra.PlannedChange;
import java.util.List;
import picocli.CommandLine.Option;

/** How a stack is changed, or whether that is only thought out. */
public final class ChangeOptions {

    @Option(
            names = "--replace-failed",
            description = "If the stack's creation failed once and was undone, delete what is left of it first.")
    private boolean replaceFailed;

    @Option(names = "--plan", description = "Show which resources would be changed, and change none.")
    private boolean plan;

    /**
     * Of a stack that was never made.
     *
     * @return whether what is left of it is deleted first
     */
    public boolean replaceFailed() {
        return replaceFailed;
    }

    /**
     * Of a change.
     *
     * @return whether it is shown and not made
     */
    public boolean plan() {
        return plan;
    }

    /**
     * Shows what would be changed.
     *
     * @param changes of resources
     * @param output where to
     */
    public static void show(List<PlannedChange> changes, Output output) {
        output.withColumns("action", "resource", "type", "replaced")
                .rows(
                        changes.stream()
                                .map(each -> Output.fields(
                                        "action",
                                        each.action(),
                                        "resource",
                                        each.resource(),
                                        "type",
                                        each.type(),
                                        "replaced",
                                        each.replaced()))
                                .toList(),
                        "Nothing would be changed.");
    }
}

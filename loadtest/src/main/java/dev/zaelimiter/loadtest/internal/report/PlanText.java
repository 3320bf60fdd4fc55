package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.plan.Stage;
import java.util.stream.Collectors;

/** What a run was asked to do, in words. */
final class PlanText {

    private PlanText() {}

    /** The scenarios, with their weights where there are several. */
    static String scenarios(RunPlan plan) {
        return plan.scenarios().stream()
                .map(part -> plan.scenarios().size() == 1 ? part.name() : part.name() + " (" + part.weight() + ")")
                .collect(Collectors.joining(", "));
    }

    /** How much of it, stage after stage. */
    static String stages(RunPlan plan) {
        return plan.stages().stream().map(PlanText::text).collect(Collectors.joining("; then "));
    }

    private static String text(Stage stage) {
        return Html.count(stage.users()) + (stage.users() == 1 ? " user" : " users")
                + (stage.perSecond() > 0 ? " at " + Html.number(stage.perSecond()) + " steps a second" : "")
                + " for " + Html.seconds(stage.millis());
    }
}

package dev.zaelimiter.cli.admin.level;

import dev.zaelimiter.Explanation;
import dev.zaelimiter.Level;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.cli.AResource;
import dev.zaelimiter.cli.AnEntity;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.AdminCommand;
import dev.zaelimiter.cli.admin.output.LimitFields;
import dev.zaelimiter.cli.admin.output.Output;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code zae-limiter explain}: which limits hold, and where each came from. */
@Command(
        name = "explain",
        header = "Show which limits hold for an entity on a resource, where each came from, and whether they decide.")
@Manual(
        examples = "explain key-1 gpt-4 -n my-app",
        keys = {
            "entity_id",
            "name",
            "capacity",
            "refill_amount",
            "refill_period_seconds",
            "soft",
            "budget",
            "level",
            "access"
        },
        list = true)
public final class ExplainCommand extends AdminCommand {

    @Parameters(index = "0", paramLabel = "ENTITY", converter = AnEntity.class, description = "The entity's id.")
    private String entity = "";

    @Parameters(index = "1", paramLabel = "RESOURCE", converter = AResource.class, description = "The resource's name.")
    private String resource = "";

    @Override
    protected void prepare() {
        Level.entity(entity, resource);
    }

    @Override
    protected void run(Administration admin, Output output) {
        Explanation explanation = admin.explain(entity, resource);
        Accesses accesses = new Accesses(admin, resource);
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        explanation.lines().forEach(line -> rows.add(fields(line, accesses.of(line.entity()))));
        if (output.isJson()) {
            explanation.unfollowed().forEach(why -> rows.add(Output.fields("entity_id", entity, "unfollowed", why)));
        }
        if (!rows.isEmpty() || !output.isForPeople() || explanation.unfollowed().isEmpty()) {
            output.rows(
                    rows, "No limits hold for " + AnEntity.shown(entity) + " on " + AResource.shown(resource) + ".");
        }
        if (output.isForPeople()) {
            explanation.unfollowed().forEach(why -> output.line("Every acquire fails: " + why));
        } else if (!output.isJson()) {
            // A sentence is no row of a table.
            explanation.unfollowed().forEach(why -> err().println("Every acquire fails: " + why));
        }
    }

    private static Map<String, @Nullable Object> fields(Explanation.Line line, String access) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("entity_id", line.entity());
        fields.putAll(LimitFields.of(line.limit()));
        fields.put("level", line.level().name().toLowerCase(Locale.ROOT));
        fields.put("access", access);
        return fields;
    }
}

package dev.zaelimiter.admin.migration;

import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.facets.BlockingStore;
import dev.zaelimiter.internal.facets.Pages;
import dev.zaelimiter.internal.schema.VersionItems;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Write;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says in the record of versions that the items are those of this schema, where it names an older one. Nothing else in
 * the record changes: neither the least client nor the version of a function. It is never lowered.
 */
final class SchemaVersion implements Migration {

    static final String ID = VersionItems.OWN_SCHEMA + "-record";

    private final Engine engine;
    private final BlockingStore blocking;

    SchemaVersion(Engine engine, BlockingStore blocking) {
        this.engine = engine;
        this.blocking = blocking;
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String what() {
        return "sets " + VersionItems.SCHEMA + " to " + VersionItems.OWN_SCHEMA + " where it is older";
    }

    /** Before 0.8 each limit was an item of its own, which nobody since reads. */
    @Override
    public @Nullable String obstacle() {
        Item record = record();
        String schema = record == null ? null : record.text(VersionItems.SCHEMA);
        return schema != null && VersionItems.isOlder(schema, "0.8.0")
                ? "the schema is " + schema
                        + ": stored limits of before 0.8 are read by the Python system alone. Run its"
                        + " 'zae-limiter upgrade' first"
                : null;
    }

    @Override
    public Pages.Part<Piece> read(@Nullable String place) {
        Item record = record();
        if (record == null) {
            return new Pages.Part<>(List.of(), null);
        }
        String schema = record.text(VersionItems.SCHEMA);
        boolean older = schema == null || VersionItems.isOlder(schema, VersionItems.OWN_SCHEMA);
        Write raise = VersionItems.raiseSchema(
                record, VersionItems.OWN_SCHEMA, engine.environment().wallMillis());
        return new Pages.Part<>(List.of(Piece.of(List.of(record), older ? List.of(raise) : List.of())), null);
    }

    private @Nullable Item record() {
        return blocking.read(
                "reading the record of versions", engine.patientStore().get(VersionItems.KEY));
    }
}

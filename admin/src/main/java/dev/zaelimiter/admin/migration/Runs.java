package dev.zaelimiter.admin.migration;

import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.facets.BlockingStore;
import dev.zaelimiter.internal.facets.OptimisticRetry;
import dev.zaelimiter.internal.facets.Pages;
import dev.zaelimiter.internal.schema.MigrationItems;
import dev.zaelimiter.internal.schema.MigrationItems.Checkpoint;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a migration part by part, and writes down after each how far it has come. Whoever begins goes on from what is
 * written down, and thereby takes over: the one before finds its checkpoint changed, and stops. Both may have done the
 * part in between, which is why its writes are safe to repeat.
 */
final class Runs {

    private static final int AT_ONCE = 100;

    private final Engine engine;
    private final BlockingStore blocking;
    private final String by;

    Runs(Engine engine, BlockingStore blocking, String by) {
        this.engine = engine;
        this.blocking = blocking;
        this.by = by;
    }

    /** How far a migration has come, or null if it never began. */
    @Nullable
    Checkpoint checkpoint(Migration migration) {
        engine.requireOpen();
        Item item = blocking.read(
                "reading how far migration " + migration.id() + " is",
                engine.patientStore().get(MigrationItems.key(migration.id())));
        return item == null ? null : MigrationItems.decode(item);
    }

    MigrationReport run(Migration migration, LongConsumer progress) {
        Checkpoint at = begin(migration);
        String operation = "migration " + migration.id();
        String first = at.place();
        Places places = new Places();
        Pages<Migration.Piece> pages = new Pages<>(engine, blocking, operation, place -> {
            Pages.Part<Migration.Piece> part = place == null ? firstPart(migration, first) : migration.read(place);
            places.next = part.next();
            return part;
        });
        while (pages.hasNext()) {
            long looked = at.looked();
            long written = at.written();
            long left = at.left();
            for (Migration.Piece piece : pages.next()) {
                looked += piece.looked();
                left += piece.left();
                written += write(operation, piece.writes());
            }
            at = advance(migration, at, places.next, looked, written, left);
            progress.accept(at.looked());
        }
        return new MigrationReport(migration.id(), at.looked(), at.written(), at.left());
    }

    /** A place that means nothing here, as in a store that was restored otherwise, is none: all begins anew. */
    private static Pages.Part<Migration.Piece> firstPart(Migration migration, @Nullable String place) {
        try {
            return migration.read(place);
        } catch (StoreFailureException e) {
            if (place != null && e.getCause() instanceof StoreException.Misuse) {
                return migration.read(null);
            }
            throw e;
        }
    }

    /** Where the part that was read last ends. */
    private static final class Places {
        private @Nullable String next;
    }

    private Checkpoint begin(Migration migration) {
        String run = Long.toHexString(engine.environment().random().nextLong());
        return new OptimisticRetry(engine, blocking)
                .run("beginning migration " + migration.id(), "others began it", () -> {
                    Checkpoint before = checkpoint(migration);
                    long turn = before == null ? 0 : before.turn() + 1;
                    Checkpoint mine = before == null || before.done()
                            ? new Checkpoint(run, turn, null, 0, 0, 0, false, by)
                            : new Checkpoint(
                                    run,
                                    turn,
                                    before.place(),
                                    before.looked(),
                                    before.written(),
                                    before.left(),
                                    false,
                                    by);
                    return put(migration, before, mine) == null ? mine : null;
                });
    }

    private Checkpoint advance(
            Migration migration, Checkpoint at, @Nullable String next, long looked, long written, long left) {
        Checkpoint after = new Checkpoint(at.run(), at.turn() + 1, next, looked, written, left, next == null, at.by());
        Checkpoint there = put(migration, at, after);
        // An answer that was lost, and asked for again, finds what it wrote itself.
        if (there == null || (there.run().equals(after.run()) && there.turn() == after.turn())) {
            return after;
        }
        throw new MigrationOvertakenException(migration.id(), there.by());
    }

    /** What is there in place of what was expected; null if it was written. */
    private @Nullable Checkpoint put(Migration migration, @Nullable Checkpoint before, Checkpoint after) {
        long now = engine.environment().wallMillis();
        WriteResult result = blocking.get(
                "writing how far migration " + migration.id() + " is",
                engine.patientStore().write(MigrationItems.put(migration.id(), before, after, now)));
        if (!(result instanceof WriteResult.Refused refused)) {
            return null;
        }
        Item current = refused.current();
        return current == null
                ? new Checkpoint("", -1, null, 0, 0, 0, false, "somebody who deleted its record")
                : MigrationItems.decode(current);
    }

    private long write(String operation, List<Write> writes) {
        long written = 0;
        for (int from = 0; from < writes.size(); from += AT_ONCE) {
            engine.requireOpen();
            List<CompletableFuture<WriteResult>> answers =
                    writes.subList(from, Math.min(writes.size(), from + AT_ONCE)).stream()
                            .map(write -> engine.patientStore().write(write))
                            .toList();
            for (CompletableFuture<WriteResult> answer : answers) {
                written += blocking.get(operation, answer) instanceof WriteResult.Written ? 1 : 0;
            }
        }
        return written;
    }
}

package dev.zaelimiter.internal.facets;

import dev.zaelimiter.Environment;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Goes through all that lies in pages, one page at a time, each read when it is asked for. However much there is, it
 * comes to an end: a store that names a place again at which it was already, or whose pages stay empty for as long as a
 * change of configuration may take, has failed. For one thread.
 *
 * @param <T> what the pages hold
 */
public final class Pages<T> implements Iterator<List<T>> {

    private static final long FIRST_PAUSE_NANOS = 5_000_000;
    private static final long LONGEST_PAUSE_NANOS = 500_000_000;

    private final String operation;
    private final boolean changes;
    private final Engine engine;
    private final BlockingStore blocking;
    private final Source<T> source;
    private boolean more = true;
    private @Nullable String next;
    private @Nullable String mark;
    private long sinceMark;
    private long untilMark = 1;
    private long pause;
    private long emptySince;

    /**
     * Goes through pages that are read in a way of their own.
     *
     * @param engine of the repository; nothing is read after it was closed
     * @param blocking says for how long pages may stay empty
     * @param operation what is being done, for the error
     * @param source reads a page
     */
    public Pages(Engine engine, BlockingStore blocking, String operation, Source<T> source) {
        this(engine, blocking, operation, false, source);
    }

    private Pages(Engine engine, BlockingStore blocking, String operation, boolean changes, Source<T> source) {
        this.engine = engine;
        this.blocking = blocking;
        this.operation = operation;
        this.changes = changes;
        this.source = source;
    }

    /**
     * Reads a page.
     *
     * @param <T> what pages hold
     */
    public interface Source<T> {

        /**
         * Reads one.
         *
         * @param after the place after which it begins; null for the first page
         * @return the page
         */
        Part<T> read(@Nullable String after);
    }

    /**
     * One page.
     *
     * @param content what it holds
     * @param next the place after which the next page begins; null if this is the last one
     * @param <T> what pages hold
     */
    public record Part<T>(List<T> content, @Nullable String next) {}

    /**
     * What a query finds, for somebody who only reads.
     *
     * @param engine of the repository
     * @param blocking waits for the store
     * @param operation what is being read, for the error
     * @param query with the most items of a page
     * @return its pages
     */
    public static Pages<Item> read(Engine engine, BlockingStore blocking, String operation, Query query) {
        return new Pages<>(
                engine,
                blocking,
                operation,
                false,
                after -> part(blocking.read(
                        operation, engine.patientStore().query(after == null ? query : query.after(after)))));
    }

    /**
     * What a query finds, for somebody who changes what is found: an error says that something may have been changed.
     *
     * @param engine of the repository
     * @param blocking waits for the store
     * @param operation what is being done, for the error
     * @param query with the most items of a page
     * @return its pages
     */
    public static Pages<Item> change(Engine engine, BlockingStore blocking, String operation, Query query) {
        return new Pages<>(
                engine,
                blocking,
                operation,
                true,
                after -> part(blocking.get(
                        operation, engine.patientStore().query(after == null ? query : query.after(after)))));
    }

    private static Part<Item> part(Page page) {
        return new Part<>(page.items(), page.next());
    }

    @Override
    public boolean hasNext() {
        return more;
    }

    /**
     * Reads the next page, which may be empty.
     *
     * @return what it holds
     * @throws StoreFailureException if the store fails, or comes to no end
     * @throws dev.zaelimiter.RepositoryClosedException if the repository is closed
     */
    @Override
    public List<T> next() {
        if (!more) {
            throw new NoSuchElementException();
        }
        engine.requireOpen();
        rest();
        Part<T> page = source.read(next);
        next = page.next();
        more = next != null;
        if (next != null) {
            requireAnotherPlace(next);
            note(page.content().isEmpty());
        }
        return page.content();
    }

    /**
     * Goes through all of it.
     *
     * @param action what is done with each
     */
    public void forEach(Consumer<T> action) {
        forEachRemaining(page -> page.forEach(action));
    }

    /** Each place is compared with one of before, and that one moves on after twice as many pages as the last time. */
    private void requireAnotherPlace(String place) {
        if (place.equals(mark)) {
            throw endless("names a page again that it has shown already");
        }
        sinceMark++;
        if (sinceMark == untilMark) {
            mark = place;
            sinceMark = 0;
            untilMark *= 2;
        }
    }

    private void note(boolean empty) {
        Environment environment = blocking.environment();
        if (!empty) {
            pause = 0;
        } else if (pause == 0) {
            pause = FIRST_PAUSE_NANOS;
            emptySince = environment.monotonicNanos();
        } else if (environment.monotonicNanos() + pause - emptySince >= blocking.deadlineNanos()) {
            throw endless("has shown empty pages alone for " + blocking.deadlineNanos() / 1_000_000 + " ms");
        } else {
            pause = Math.min(LONGEST_PAUSE_NANOS, 2 * pause);
        }
    }

    /** After empty pages, of which there may be many in a row, the store is not asked as fast as it answers. */
    private void rest() {
        if (pause > FIRST_PAUSE_NANOS) {
            blocking.environment().await(new CompletableFuture<>(), pause);
        }
    }

    private StoreFailureException endless(String what) {
        return new StoreFailureException(
                operation, changes, new StoreException.Uncertain("the store comes to no end: it " + what, null));
    }
}

package dev.zaelimiter.internal.guard;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Several things that are to be done, each whatever the others throw: what was thrown first is thrown again when all
 * have had their turn. Used by one thread.
 */
public final class OneByOne {

    private @Nullable Throwable first;

    /** Notes what one has thrown; null if nothing was before. */
    public static OneByOne also(@Nullable OneByOne before, Throwable thrown) {
        OneByOne turns = before == null ? new OneByOne() : before;
        turns.threw(thrown);
        return turns;
    }

    /** Does the same for each of several. */
    public static <T> void each(Iterable<? extends T> all, Consumer<? super T> action) {
        OneByOne turns = null;
        for (T one : all) {
            try {
                action.accept(one);
            } catch (RuntimeException | Error thrown) {
                turns = also(turns, thrown);
            }
        }
        if (turns != null) {
            turns.end();
        }
    }

    /** Does one of them. */
    public void run(Runnable turn) {
        try {
            turn.run();
        } catch (RuntimeException | Error thrown) {
            threw(thrown);
        }
    }

    private void threw(Throwable thrown) {
        if (first == null) {
            first = thrown;
        } else if (first != thrown) {
            first.addSuppressed(thrown);
        }
    }

    /** All have had their turn. */
    public void end() {
        if (first instanceof Error error) {
            throw error;
        } else if (first instanceof RuntimeException exception) {
            throw exception;
        }
    }
}

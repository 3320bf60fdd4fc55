package dev.zaelimiter.embedded;

import dev.zaelimiter.store.StoreException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An answer that is there, and may be given when what it rests on is in the file. */
final class Waiter<T extends @Nullable Object> extends CompletableFuture<T> implements Runnable {

    private final T answer;

    Waiter(T answer) {
        this.answer = answer;
    }

    /** Gives it. */
    @Override
    public void run() {
        complete(answer);
    }

    /** Says that what it rests on may be in the file or not. */
    void fail(Throwable failure) {
        completeExceptionally(new StoreException.Uncertain("the file could not be written: " + failure, failure));
    }
}

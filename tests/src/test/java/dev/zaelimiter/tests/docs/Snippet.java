package dev.zaelimiter.tests.docs;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.testkit.FaultyStore;
import java.util.concurrent.CompletableFuture;

/**
 * What a fragment of Java in the documentation finds declared already: each becomes the body of a subclass's
 * {@link #run}. Limits are 100 {@code rpm} and 10,000 {@code tpm} a minute for everybody on {@code gpt-4}.
 */
public abstract class Snippet implements AutoCloseable {

    /** A clock that stands still. */
    protected final ManualClock clock = new ManualClock();

    /** The store below the repository. */
    protected final FaultyStore store = FaultyStore.over(new InMemoryStore(clock));

    /** On that store and clock. */
    protected final LimitRepository repository =
            RepositoryBuilder.on(store).environment(clock).build();

    /** Of the repository. */
    protected final RateLimiter limiter = repository.rateLimiter();

    /** Of the repository. */
    protected final AsyncRateLimiter async = repository.asyncRateLimiter();

    /** One request and 500 tokens of {@code key-abc}. */
    protected final AcquireRequest request = AcquireRequest.entity("key-abc")
            .resource("gpt-4")
            .take("rpm", 1)
            .take("tpm", 500)
            .build();

    /** Stands for a language model. */
    protected final Llm llm = new Llm();

    /** A prompt. */
    protected final String prompt = "hello";

    /** Stores the limits. */
    protected Snippet() {
        repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100), Limit.perMinute("tpm", 10_000));
    }

    /**
     * The fragment.
     *
     * @throws Exception what it throws
     */
    public abstract void run() throws Exception;

    @Override
    public void close() {
        repository.close();
        store.close();
    }

    /**
     * Checks what a comment says of a value.
     *
     * @param actual the value
     * @param expected its text
     */
    protected static void expect(Object actual, String expected) {
        if (!String.valueOf(actual).equals(expected)) {
            throw new AssertionError("the page says " + expected + ", but it is " + actual);
        }
    }

    /**
     * Checks what a comment says of a statement that throws.
     *
     * @param expected the simple name of the class, or that, a colon and the message
     * @param statement what to run
     */
    protected static void expectThrows(String expected, Statement statement) {
        String actual = "nothing";
        try {
            statement.run();
        } catch (Throwable e) {
            actual = e.getClass().getSimpleName() + (expected.contains(":") ? ": " + e.getMessage() : "");
        }
        if (!actual.equals(expected)) {
            throw new AssertionError("the page says it throws " + expected + ", but it throws " + actual);
        }
    }

    /** A statement. */
    @FunctionalInterface
    protected interface Statement {

        /**
         * Runs.
         *
         * @throws Exception anything
         */
        void run() throws Exception;
    }

    /** Stands for a language model that uses 650 tokens each time. */
    protected static final class Llm {

        /**
         * Answers.
         *
         * @param prompt a question; an empty one fails
         * @return an answer
         */
        public Answer complete(String prompt) {
            if (prompt.isEmpty()) {
                throw new IllegalArgumentException("an empty prompt");
            }
            return new Answer("an answer to " + prompt, 650);
        }

        /**
         * Answers later.
         *
         * @param prompt a question
         * @return an answer
         */
        public CompletableFuture<Answer> completeAsync(String prompt) {
            return CompletableFuture.completedFuture(complete(prompt));
        }
    }

    /**
     * What a model answers.
     *
     * @param text the answer
     * @param totalTokens what it cost
     */
    protected record Answer(String text, long totalTokens) {}
}

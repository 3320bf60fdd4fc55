package dev.zaelimiter.spring.routes;

import dev.zaelimiter.http.HttpAnswer;
import dev.zaelimiter.http.HttpAnswers;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.spring.annotation.MissingEntityException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What a client is told of what a handler threw, where no handler of the application's own is for it. Safe for use by
 * many threads.
 */
final class WebAnswers {

    private static final SafeLog LOG = SafeLog.named("dev.zaelimiter.spring");
    private static final int FAULT = 500;

    private final HttpAnswers answers;
    private final AtomicLong faults = new AtomicLong();

    /** Tells by the given answers. */
    WebAnswers(HttpAnswers answers) {
        this.answers = answers;
    }

    /** Empty if it is nothing of ours. */
    Optional<HttpAnswer> of(Throwable failure, @Nullable String accept, String method, String path) {
        Optional<HttpAnswer> answer =
                failure instanceof MissingEntityException ? Optional.of(answers.withoutKey()) : answers.failed(failure);
        if (answer.isPresent() && answer.get().status() == FAULT) {
            long count = faults.incrementAndGet();
            // Whoever sends what can't be limited must not fill the log: the first, the second, the fourth and so on.
            if (Long.bitCount(count) == 1) {
                LOG.warn("{} {} could not be limited, as {} requests so far", method, path, count, failure);
            }
        }
        return answer.map(found -> found.acceptedBy(accept));
    }
}

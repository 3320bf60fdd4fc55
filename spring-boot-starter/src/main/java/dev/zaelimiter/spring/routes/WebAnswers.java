package dev.zaelimiter.spring.routes;

import dev.zaelimiter.http.HttpAnswer;
import dev.zaelimiter.http.HttpAnswers;
import dev.zaelimiter.spring.annotation.MissingEntityException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a client is told of what a handler threw, where no handler of the application's own is for it.
 *
 * @param answers of all that the limiter throws
 */
record WebAnswers(HttpAnswers answers) {

    /** Empty if it is nothing of ours. */
    Optional<HttpAnswer> of(Throwable failure, @Nullable String accept) {
        Optional<HttpAnswer> answer =
                failure instanceof MissingEntityException ? Optional.of(answers.withoutKey()) : answers.failed(failure);
        return answer.map(found -> found.acceptedBy(accept));
    }
}

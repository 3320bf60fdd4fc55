package dev.zaelimiter.spring.web.servlet;

import dev.zaelimiter.http.route.HttpResult;
import dev.zaelimiter.http.route.Passage;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.web.util.DisconnectedClientHelper;

/**
 * Hears when a request ends that is handled by other threads.
 *
 * @param passage what is settled then
 * @param result what is seen of the response
 */
record Ending(Passage passage, HttpResult result) implements AsyncListener {

    @Override
    public void onComplete(AsyncEvent event) {
        passage.completed(result);
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        // Something makes a response of it, and completes.
    }

    @Override
    public void onError(AsyncEvent event) {
        Throwable failure = event.getThrowable();
        if (failure != null && DisconnectedClientHelper.isClientDisconnectedException(failure)) {
            passage.abandoned();
        } else {
            passage.failed(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
        }
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // A new round forgets its listeners.
        event.getAsyncContext().addListener(this);
    }
}

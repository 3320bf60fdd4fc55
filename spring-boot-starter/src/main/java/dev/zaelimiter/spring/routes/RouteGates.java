package dev.zaelimiter.spring.routes;

import dev.zaelimiter.http.HttpAnswers;
import dev.zaelimiter.http.route.HttpLimiter;
import dev.zaelimiter.http.route.Routes;

/**
 * Makes gates of routes that are configured elsewhere than under {@code zae.limiter.web.routes}, such as those of a
 * gateway. What they tell clients is what all others tell. Immutable, for any thread.
 */
public final class RouteGates {

    private final RoutesFromProperties routes;
    private final HttpAnswers answers;

    RouteGates(RoutesFromProperties routes, HttpAnswers answers) {
        this.routes = routes;
        this.answers = answers;
    }

    /**
     * A gate for one route.
     *
     * @param property where the route is configured, for messages
     * @param route what its requests take
     * @return the gate
     * @throws dev.zaelimiter.spring.boot.LimiterPropertyException naming what is not allowed
     */
    public HttpLimiter gate(String property, WebProperties.RouteProperties route) {
        return HttpLimiter.of(Routes.of(routes.one(property, route)), answers);
    }
}

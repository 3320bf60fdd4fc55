package dev.zaelimiter.http.route;

import dev.zaelimiter.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The routes of a service. A request has at most one: of those that it fits, the narrowest. Two routes that some
 * request fits are allowed only if one of them covers nothing but what the other covers too; otherwise they are refused
 * when they are put together. A request that fits none is not limited: end with a route for {@code /**} if all must be.
 *
 * <p>Immutable, for any thread.
 */
public final class Routes {

    /** The narrowest come before those that cover them. */
    private final List<Route> routes;

    private Routes(List<Route> routes) {
        this.routes = routes;
    }

    /**
     * Puts routes together; their order does not matter.
     *
     * @param routes any number
     * @return the routes
     * @throws InvalidInputException naming two routes that a request could fit, without one being narrower
     */
    public static Routes of(Route... routes) {
        return of(Arrays.asList(routes));
    }

    /**
     * {@link #of(Route...)} of a list.
     *
     * @param routes any number
     * @return the routes
     * @throws InvalidInputException as there
     */
    public static Routes of(List<Route> routes) {
        List<Route> sorted = new ArrayList<>();
        for (Route route : routes) {
            int place = sorted.size();
            for (int i = sorted.size() - 1; i >= 0; i--) {
                Route other = sorted.get(i);
                if (route.overlaps(other)) {
                    requireNested(route, other);
                    if (other.includes(route)) {
                        place = i;
                    }
                }
            }
            sorted.add(place, route);
        }
        return new Routes(List.copyOf(sorted));
    }

    private static void requireNested(Route one, Route other) {
        if (one.includes(other) == other.includes(one)) {
            throw new InvalidInputException(
                    "route", one.toString(), "no other route for the same requests; some are for " + other + " too");
        }
    }

    /**
     * The routes.
     *
     * @return narrower ones before those that cover them
     */
    public List<Route> all() {
        return routes;
    }

    /** What was found: the route and its variables, nothing, or a path that makes no sense. */
    record Found(@Nullable Route route, Map<String, String> variables, boolean malformed) {

        private static final Found NOTHING = new Found(null, Map.of(), false);
        private static final Found MALFORMED = new Found(null, Map.of(), true);

        Optional<Route> limited() {
            return Optional.ofNullable(route).filter(found -> !found.isExempt());
        }
    }

    Found find(String method, String path) {
        List<String> segments = RequestPath.segments(path);
        if (segments == null) {
            return Found.MALFORMED;
        }
        Found found = find(method, segments);
        if (found.limited().isEmpty() && segments.stream().anyMatch(segment -> segment.indexOf('/') >= 0)) {
            Found apart = find(method, RequestPath.withSlashesApart(segments));
            return apart.limited().isPresent() ? apart : found;
        }
        return found;
    }

    private Found find(String method, List<String> segments) {
        for (Route route : routes) {
            if (route.hasMethod(method)) {
                Map<String, String> variables = route.pattern().match(segments);
                if (variables != null) {
                    return new Found(route, variables, false);
                }
            }
        }
        return Found.NOTHING;
    }
}

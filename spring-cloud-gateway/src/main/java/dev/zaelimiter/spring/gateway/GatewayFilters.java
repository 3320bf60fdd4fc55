package dev.zaelimiter.spring.gateway;

import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.spring.routes.RouteGates;
import dev.zaelimiter.spring.web.servlet.LimitingFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.server.mvc.common.Configurable;
import org.springframework.cloud.gateway.server.mvc.common.MvcUtils;
import org.springframework.context.ApplicationContext;
import org.springframework.web.servlet.function.HandlerFilterFunction;
import org.springframework.web.servlet.function.ServerResponse;

/** The filter {@code RateLimited} of the gateway on servlets, whose filters are static methods. */
public final class GatewayFilters {

    private GatewayFilters() {}

    /**
     * Lets requests through that are within their limits.
     *
     * @param limit what they take
     * @return a filter, which belongs in front of the route's others
     */
    @Configurable
    public static HandlerFilterFunction<ServerResponse, ServerResponse> rateLimited(GatewayLimit limit) {
        // A static method knows no beans before the first request; what is configured is checked at start all the same.
        Made made = new Made(limit);
        return (request, next) ->
                made.filter(MvcUtils.getApplicationContext(request)).filter(request, next);
    }

    /** A filter that is made when the first request comes. Safe for use by many threads. */
    private static final class Made {

        private final GatewayLimit limit;
        private volatile @Nullable LimitingFunction filter;

        Made(GatewayLimit limit) {
            this.limit = limit;
        }

        LimitingFunction filter(ApplicationContext beans) {
            LimitingFunction made = filter;
            if (made == null) {
                // Made twice if two first requests meet, which does no harm: it keeps nothing.
                made = new LimitingFunction(
                        beans.getBean(RouteGates.class).gate(FilterArguments.NAME, limit.asRoute()),
                        beans.getBean(RateLimiter.class));
                filter = made;
            }
            return made;
        }
    }
}

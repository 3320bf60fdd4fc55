package dev.zaelimiter.spring.gateway;

import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.http.route.HttpLimiter;
import dev.zaelimiter.spring.routes.RouteGates;
import dev.zaelimiter.spring.web.reactive.LimitingWebFilter;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.NettyWriteResponseFilter;
import org.springframework.cloud.gateway.filter.OrderedGatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;

/** The filter {@code RateLimited} of the gateway on WebFlux. Safe for use by many threads. */
public final class RateLimitedGatewayFilterFactory extends AbstractGatewayFilterFactory<GatewayLimit> {

    /** Around the filter that writes the response: whoever comes after it never sees the body go. */
    private static final int ORDER = NettyWriteResponseFilter.WRITE_RESPONSE_FILTER_ORDER - 1;

    private final RouteGates gates;
    private final AsyncRateLimiter limiter;

    RateLimitedGatewayFilterFactory(RouteGates gates, AsyncRateLimiter limiter) {
        super(GatewayLimit.class);
        this.gates = gates;
        this.limiter = limiter;
    }

    @Override
    public GatewayFilter apply(GatewayLimit limit) {
        HttpLimiter gate = gates.gate(FilterArguments.NAME, limit.asRoute());
        LimitingWebFilter filter = new LimitingWebFilter(gate, limiter);
        return new OrderedGatewayFilter((exchange, chain) -> filter.filter(exchange, chain::filter), ORDER);
    }
}

package dev.zaelimiter.spring.gateway;

import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.spring.routes.RouteGates;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.filter.FilterDefinition;
import org.springframework.cloud.gateway.filter.factory.GatewayFilterFactory;
import org.springframework.cloud.gateway.route.RouteDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** With the gateway on WebFlux. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass(GatewayFilterFactory.class)
final class WebFluxGatewayConfiguration {

    private static final String PREFIX = "spring.cloud.gateway.server.webflux.";

    @Bean
    RateLimitedGatewayFilterFactory zaeRateLimitedGatewayFilterFactory(RouteGates gates, AsyncRateLimiter limiter) {
        return new RateLimitedGatewayFilterFactory(gates, limiter);
    }

    @Bean
    FiltersCheck zaeGatewayFiltersCheck(RouteGates gates, ObjectProvider<GatewayProperties> properties) {
        return new FiltersCheck(gates, () -> {
            List<FilterArguments> all = new ArrayList<>();
            properties.ifAvailable(configured -> {
                add(all, PREFIX + "default-filters", configured.getDefaultFilters());
                List<RouteDefinition> routes = configured.getRoutes();
                for (int i = 0; i < routes.size(); i++) {
                    add(all, PREFIX + "routes[" + i + "].filters", routes.get(i).getFilters());
                }
            });
            return all;
        });
    }

    private static void add(List<FilterArguments> all, String property, List<FilterDefinition> filters) {
        for (int i = 0; i < filters.size(); i++) {
            FilterDefinition filter = filters.get(i);
            all.add(new FilterArguments(property + "[" + i + "].args", filter.getName(), filter.getArgs()));
        }
    }
}

package dev.zaelimiter.spring.gateway;

import dev.zaelimiter.spring.routes.RouteGates;
import java.util.ArrayList;
import java.util.List;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.annotation.RegisterReflection;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.cloud.gateway.server.mvc.config.FilterProperties;
import org.springframework.cloud.gateway.server.mvc.config.GatewayMvcProperties;
import org.springframework.cloud.gateway.server.mvc.config.RouteProperties;
import org.springframework.cloud.gateway.server.mvc.filter.FilterSupplier;
import org.springframework.cloud.gateway.server.mvc.filter.SimpleFilterSupplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** With the gateway on servlets. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(FilterSupplier.class)
@RegisterReflection(classes = GatewayFilters.class, memberCategories = MemberCategory.INVOKE_PUBLIC_METHODS)
final class ServletGatewayConfiguration {

    private static final String PREFIX = "spring.cloud.gateway.server.webmvc.";

    @Bean
    FilterSupplier zaeRateLimitedFilterSupplier() {
        return new SimpleFilterSupplier(GatewayFilters.class);
    }

    @Bean
    FiltersCheck zaeGatewayFiltersCheck(RouteGates gates, ObjectProvider<GatewayMvcProperties> properties) {
        return new FiltersCheck(gates, () -> {
            List<FilterArguments> all = new ArrayList<>();
            properties.ifAvailable(configured -> {
                List<RouteProperties> routes = configured.getRoutes();
                for (int i = 0; i < routes.size(); i++) {
                    add(all, PREFIX + "routes[" + i + "].filters", routes.get(i).getFilters());
                }
                configured
                        .getRoutesMap()
                        .forEach((name, route) ->
                                add(all, PREFIX + "routes-map." + name + ".filters", route.getFilters()));
            });
            return all;
        });
    }

    private static void add(List<FilterArguments> all, String property, List<FilterProperties> filters) {
        for (int i = 0; i < filters.size(); i++) {
            FilterProperties filter = filters.get(i);
            all.add(new FilterArguments(property + "[" + i + "].args", filter.getName(), filter.getArgs()));
        }
    }
}

package dev.zaelimiter.spring.gateway;

import dev.zaelimiter.spring.routes.RouteGates;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Stops a start whose configuration has a filter that can't be: a gateway on WebFlux would only leave such a route out,
 * and one on servlets would find out with the first request. Routes that come from elsewhere are looked at when they
 * come.
 */
final class FiltersCheck implements SmartInitializingSingleton {

    private final RouteGates gates;
    private final Supplier<List<FilterArguments>> filters;

    FiltersCheck(RouteGates gates, Supplier<List<FilterArguments>> filters) {
        this.gates = gates;
        this.filters = filters;
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (FilterArguments filter : filters.get()) {
            if (filter.areOurs() && !filter.hasExpressions()) {
                gates.gate(filter.where(), filter.limit().asRoute());
            }
        }
    }
}

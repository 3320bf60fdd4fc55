package dev.zaelimiter.spring.models;

import dev.zaelimiter.http.client.ServiceWord;
import dev.zaelimiter.llm.CallReport;
import dev.zaelimiter.llm.ModelListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts calls, tokens and what providers refuse, by resource: a bounded number of series, and none of an entity. For
 * many threads.
 */
final class ModelMeters implements ModelListener {

    static final String CALLS = "zae.limiter.model.calls";
    static final String TOKENS = "zae.limiter.model.tokens";
    static final String PROVIDER_REFUSALS = "zae.limiter.model.provider.refusals";

    private static final int MOST_RESOURCES = 100;
    private static final int TOO_MANY_REQUESTS = 429;

    private final MeterRegistry registry;
    private final Set<String> resources = ConcurrentHashMap.newKeySet();

    ModelMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void ended(CallReport report) {
        String resource = told(report.resource());
        Counter.builder(CALLS)
                .description("calls to models, by how they ended")
                .tag("resource", resource)
                .tag("end", report.end().name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .register(registry)
                .increment();
        tokens(resource, "estimated", report.estimated());
        tokens(resource, "charged", report.charged());
    }

    private void tokens(String resource, String kind, long count) {
        Counter.builder(TOKENS)
                .description("tokens of calls to models: taken before, and charged in the end")
                .baseUnit("tokens")
                .tag("resource", resource)
                .tag("kind", kind)
                .register(registry)
                .increment((double) count);
    }

    @Override
    public void providerSaid(String resource, ServiceWord word) {
        if (word.status() == TOO_MANY_REQUESTS) {
            Counter.builder(PROVIDER_REFUSALS)
                    .description("calls that a provider has answered with 429")
                    .tag("resource", told(resource))
                    .register(registry)
                    .increment();
        }
    }

    private String told(String resource) {
        if (resources.contains(resource)) {
            return resource;
        }
        return resources.size() < MOST_RESOURCES && resources.add(resource) ? resource : "_other_";
    }
}

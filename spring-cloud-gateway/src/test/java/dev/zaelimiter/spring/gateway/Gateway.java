package dev.zaelimiter.spring.gateway;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimitRepository;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.PropertySource;

/** A gateway of one of the two kinds, and a client. */
final class Gateway implements AutoCloseable {

    /** Which of the two. */
    enum Kind {
        WEBFLUX(WebApplicationType.REACTIVE),
        WEBMVC(WebApplicationType.SERVLET);

        private final WebApplicationType type;

        Kind(WebApplicationType type) {
            this.type = type;
        }

        String route(int number) {
            return "spring.cloud.gateway.server." + name().toLowerCase(Locale.ROOT) + ".routes[" + number + "].";
        }
    }

    /**
     * A route for all paths under its name, with the filter.
     *
     * @param name its first segment
     * @param uri what is behind it
     * @param arguments of the filter, beside those that all have
     */
    record Route(String name, String uri, String... arguments) {

        private Stream<String> properties(String route) {
            return Stream.concat(
                    Stream.of(
                            route + "id=" + name,
                            route + "uri=" + uri,
                            route + "predicates[0]=Path=/" + name + "/**",
                            route + "filters[0].name=RateLimited",
                            route + "filters[0].args.resource=chat",
                            route + "filters[0].args.keys=header:X-Api-Key",
                            route + "filters[0].args.take.rpm=1"),
                    Stream.of(arguments).map(argument -> route + "filters[0].args." + argument));
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}

    private static final String OF_WEBMVC = Stream.of(
                    "GatewayServerMvcAutoConfiguration",
                    "GatewayMvcClassPathWarningAutoConfiguration",
                    "config.DefaultFunctionConfiguration",
                    "filter.FilterAutoConfiguration",
                    "handler.GatewayMultipartAutoConfiguration",
                    "handler.HandlerFunctionAutoConfiguration",
                    "predicate.PredicateAutoConfiguration")
            .map(name -> "org.springframework.cloud.gateway.server.mvc." + name)
            .collect(Collectors.joining(","));
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final ConfigurableApplicationContext context;

    private Gateway(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static Gateway start(Kind kind, Route... routes) {
        List<String> properties = new ArrayList<>(List.of(
                "zae.limiter.limits.resources.chat.rpm=3/d",
                "zae.limiter.limits.resources.chat.tpm=1000/d",
                "zae.limiter.web.routes[0].path=/twice/**",
                "zae.limiter.web.routes[0].resource=chat",
                "zae.limiter.web.routes[0].keys=header:X-Api-Key",
                "zae.limiter.web.routes[0].key-prefix=all-",
                "zae.limiter.web.routes[0].take.rpm=2"));
        for (int i = 0; i < routes.length; i++) {
            properties.addAll(routes[i].properties(kind.route(i)).toList());
        }
        return run(kind, new SpringApplication(Application.class), properties);
    }

    /** Starts it with all that stands there. */
    static Gateway start(Kind kind, PropertySource<?> configured) {
        SpringApplication application = new SpringApplication(Application.class);
        application.addInitializers(
                context -> context.getEnvironment().getPropertySources().addLast(configured));
        return run(kind, application, List.of());
    }

    private static Gateway run(Kind kind, SpringApplication application, List<String> properties) {
        application.setWebApplicationType(kind.type);
        Stream<String> usual = Stream.of(
                "server.port=0",
                "server.address=127.0.0.1",
                "spring.main.banner-mode=off",
                // Both servers are on this class path; an application has one.
                "spring.cloud.gateway.server.webflux.enabled=" + (kind == Kind.WEBFLUX),
                "spring.autoconfigure.exclude=" + (kind == Kind.WEBFLUX ? OF_WEBMVC : ""));
        return new Gateway(application.run(Stream.concat(usual, properties.stream())
                .map(property -> "--" + property)
                .toArray(String[]::new)));
    }

    private HttpRequest request(String path, String... headers) {
        int port = ((WebServerApplicationContext) context).getWebServer().getPort();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofMinutes(1));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request.build();
    }

    HttpResponse<String> get(String path, String... headers) throws Exception {
        return CLIENT.send(request(path, headers), BodyHandlers.ofString());
    }

    CompletableFuture<HttpResponse<String>> begin(String path, String... headers) {
        return CLIENT.sendAsync(request(path, headers), BodyHandlers.ofString());
    }

    long left(String entity, String limit) {
        return context.getBean(LimitRepository.class)
                .rateLimiter()
                .check(AcquireRequest.of(entity, "chat", limit, 0))
                .available(limit);
    }

    @Override
    public void close() {
        context.close();
    }
}

package dev.zaelimiter.spring.web.reactive;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.http.route.HttpLimiter;
import dev.zaelimiter.spring.web.WebServiceLaws;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.config.EnableWebFlux;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** WebFlux on Netty. */
class ReactiveServiceTest extends WebServiceLaws {

    private @Nullable DisposableServer server;
    private @Nullable AnnotationConfigApplicationContext spring;

    @Override
    protected int start(HttpLimiter gate, LimitRepository repository) {
        spring = new AnnotationConfigApplicationContext();
        spring.registerBean(AtomicInteger.class, () -> handled);
        spring.registerBean(WebFilter.class, () -> new LimitingWebFilter(gate, repository.asyncRateLimiter()));
        spring.register(Service.class);
        spring.refresh();
        server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle(new ReactorHttpHandlerAdapter(
                        WebHttpHandlerBuilder.applicationContext(spring).build()))
                .bindNow();
        return server.port();
    }

    @Override
    protected void stop() {
        server.disposeNow();
        spring.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebFlux
    static class Service {

        @Bean
        Endpoints endpoints(AtomicInteger handled) {
            return new Endpoints(handled);
        }
    }

    @RestController
    static class Endpoints {

        private final AtomicInteger handled;

        Endpoints(AtomicInteger handled) {
            this.handled = handled;
        }

        @GetMapping("/v1/now")
        Mono<String> now() {
            handled.incrementAndGet();
            return Mono.just("now");
        }

        @GetMapping("/v1/later")
        Mono<String> later() {
            return Mono.fromSupplier(() -> {
                        handled.incrementAndGet();
                        return "later";
                    })
                    .subscribeOn(Schedulers.parallel());
        }

        @GetMapping("/v1/theirs")
        Mono<ResponseEntity<String>> theirs() {
            return Mono.just(ResponseEntity.ok()
                    .header("RateLimit", "\"theirs\";r=1")
                    .header("X-Theirs", "kept")
                    .body("theirs"));
        }

        @GetMapping("/v1/fails")
        Mono<String> fails() {
            handled.incrementAndGet();
            return Mono.error(new IllegalStateException("the handler failed, as the test wants"));
        }

        @GetMapping({"/health", "/open", "/addressed"})
        Mono<String> open() {
            return Mono.just("open");
        }
    }
}

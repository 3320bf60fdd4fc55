package dev.zaelimiter.example.gateway;

import dev.zaelimiter.Entity;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.testkit.model.StandInModel;
import java.net.URI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;

/** The application. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties(GatewayProperties.class)
public class Gateway {

    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

    /**
     * Runs until it is stopped.
     *
     * @param args properties, as {@code --server.port=9090}
     */
    public static void main(String[] args) {
        SpringApplication.run(Gateway.class, args);
    }

    /** Says where the page is. */
    @Bean
    ApplicationListener<ApplicationReadyEvent> opening() {
        return ready -> {
            if (ready.getApplicationContext() instanceof WebServerApplicationContext web
                    && web.getWebServer() != null) {
                LOG.info(
                        "open http://127.0.0.1:{}/ in a browser",
                        web.getWebServer().getPort());
            }
        };
    }

    /** Keys under a project, made before the first request can come: what a key uses is charged to its project too. */
    @Bean
    Tenants tenants(LimitRepository repository, GatewayProperties properties) {
        repository.entities().create(Entity.builder(properties.project()).build());
        for (String entity : properties.keys().values()) {
            repository
                    .entities()
                    .create(Entity.builder(entity)
                            .parent(properties.project())
                            .cascade(true)
                            .build());
        }
        return new Tenants(properties.project(), properties.keys());
    }

    @Bean
    Relay relay(GatewayProperties properties, ModelOfOurs ours) {
        return new Relay(ours.url(), properties.modelKey());
    }

    /** The model to ask: the one that is configured, or one that stands in. */
    @Bean(destroyMethod = "close")
    ModelOfOurs model(GatewayProperties properties) {
        URI configured = properties.model();
        return configured != null
                ? new ModelOfOurs(configured, () -> {})
                : ModelOfOurs.standingIn(StandInModel.start(StandInAnswers::to));
    }

    /**
     * A model, and what ends it.
     *
     * @param url up to and with {@code /v1}
     * @param end does nothing for a real model
     */
    record ModelOfOurs(URI url, Runnable end) implements AutoCloseable {

        static ModelOfOurs standingIn(StandInModel model) {
            return new ModelOfOurs(model.url(), model::close);
        }

        @Override
        public void close() {
            end.run();
        }
    }
}

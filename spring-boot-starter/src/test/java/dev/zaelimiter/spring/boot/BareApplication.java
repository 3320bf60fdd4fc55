package dev.zaelimiter.spring.boot;

import dev.zaelimiter.RateLimiter;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application that is nothing but started. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class BareApplication {

    public static void main(String[] arguments) {
        try (ConfigurableApplicationContext context = SpringApplication.run(BareApplication.class, arguments)) {
            context.getBean(RateLimiter.class);
            System.out.println("A limiter is there: RateLimiter");
        }
    }
}

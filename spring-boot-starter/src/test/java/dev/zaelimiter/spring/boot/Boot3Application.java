package dev.zaelimiter.spring.boot;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** An application that knows nothing of our starter; started on Boot 3. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class Boot3Application {

    public static void main(String[] arguments) {
        SpringApplication.run(Boot3Application.class, arguments).close();
    }
}

package dev.zaelimiter.spring.boot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Stops an application that this starter does not fit: on another generation of Spring Boot some of its classes would
 * silently be left out, and of two starters on one path nobody could say which one limits. It uses nothing that Boot 3
 * lacks.
 */
final class ClassPathCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final int GENERATION = 4;
    private static final String MARK = "META-INF/zae-limiter-spring-boot-starter";

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        requireGeneration(SpringBootVersion.getVersion());
        requireOne(ClassPathCheck.class.getClassLoader());
    }

    static void requireGeneration(@Nullable String version) {
        if (version == null || !version.startsWith(GENERATION + ".")) {
            throw new UnfitApplicationException("zae-limiter-spring-boot-starter is for Spring Boot " + GENERATION
                    + ", and this is Spring Boot " + version + ". Update Spring Boot, or use zae-limiter-embedded or"
                    + " zae-limiter-dynamodb with a bean of your own.");
        }
    }

    static void requireOne(ClassLoader loader) {
        Set<String> found = new LinkedHashSet<>();
        try {
            for (var marks = loader.getResources(MARK); marks.hasMoreElements(); ) {
                URL mark = marks.nextElement();
                found.add(mark.toString().replace(MARK, ""));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (found.size() > 1) {
            throw new UnfitApplicationException("zae-limiter-spring-boot-starter is on the class path " + found.size()
                    + " times: " + found.stream().collect(Collectors.joining(", ")) + ". Leave one.");
        }
    }
}

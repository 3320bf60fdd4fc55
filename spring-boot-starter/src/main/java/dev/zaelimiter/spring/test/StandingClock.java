package dev.zaelimiter.spring.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.test.context.TestPropertySource;

/**
 * On a test of an application, as with {@code @SpringBootTest}: limits are kept in memory, whatever the properties say,
 * on a clock that stands still. It is a bean of type {@link dev.zaelimiter.ManualClock}, to be advanced.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration(StandingClockConfiguration.class)
@TestPropertySource(properties = "zae.limiter.store=memory")
public @interface StandingClock {}

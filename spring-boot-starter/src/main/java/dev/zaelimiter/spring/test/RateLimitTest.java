package dev.zaelimiter.spring.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Tests the limits of an application without the rest of it: the limiter, its properties and {@code @RateLimited}, in
 * memory and on a clock that stands still. Of the application's own beans there are those that the test imports.
 *
 * <pre>{@code
 * @RateLimitTest
 * @Import(Assistant.class)
 * class AssistantTest {
 *     @Autowired Assistant assistant;
 *     @Autowired ManualClock clock;
 * }
 * }</pre>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(RateLimitTestBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(RateLimitTypeExcludeFilter.class)
@ImportAutoConfiguration
@StandingClock
public @interface RateLimitTest {

    /**
     * Properties of this test.
     *
     * @return each {@code name=value}
     */
    String[] properties() default {};

    /**
     * Whether the application's own beans are left out.
     *
     * @return by default true
     */
    boolean useDefaultFilters() default true;

    /**
     * Which of the application's beans are there all the same.
     *
     * @return filters
     */
    Filter[] includeFilters() default {};

    /**
     * Which of the application's beans are left out.
     *
     * @return filters
     */
    Filter[] excludeFilters() default {};
}

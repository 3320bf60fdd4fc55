package dev.zaelimiter.spring.test;

import org.springframework.boot.test.context.filter.annotation.StandardAnnotationCustomizableTypeExcludeFilter;

/** Leaves the application's own beans out. */
final class RateLimitTypeExcludeFilter extends StandardAnnotationCustomizableTypeExcludeFilter<RateLimitTest> {

    RateLimitTypeExcludeFilter(Class<?> testClass) {
        super(testClass);
    }
}

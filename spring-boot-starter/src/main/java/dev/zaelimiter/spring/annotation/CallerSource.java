package dev.zaelimiter.spring.annotation;

import org.jspecify.annotations.Nullable;

/**
 * Says who calls, as {@code #principal} of an expression. A bean of this type replaces the usual one, which asks Spring
 * Security where that is on the class path.
 */
@FunctionalInterface
public interface CallerSource {

    /**
     * Who calls, on the calling thread.
     *
     * @return null for nobody, or nobody known
     */
    @Nullable
    Object current();
}

package dev.zaelimiter.spring.annotation;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where an expression stands, for messages.
 *
 * @param method of which class
 * @param attribute of the annotation
 */
record Where(Method method, String attribute) {

    Where at(String other) {
        return new Where(method, other);
    }

    RateLimitedException failed(String expression, String what, @Nullable Throwable cause) {
        return new RateLimitedException(
                "@RateLimited on " + shown(method) + ": the " + attribute + " '" + expression + "' " + what, cause);
    }

    static String shown(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }
}

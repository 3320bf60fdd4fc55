package dev.zaelimiter.spring.annotation;

import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.Refusal;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/** What is called instead of a refused method. Immutable. */
final class Substitute {

    private final Method method;
    private final boolean hearsWhy;

    private Substitute(Method method, boolean hearsWhy) {
        this.method = method;
        this.hearsWhy = hearsWhy;
        ReflectionUtils.makeAccessible(method);
    }

    static Substitute find(Where where, Class<?> type, Method limited, String name) {
        Class<?>[] parameters = limited.getParameterTypes();
        Class<?>[] more = Arrays.copyOf(parameters, parameters.length + 1);
        more[parameters.length] = RateLimitExceededException.class;
        Method withWhy = ReflectionUtils.findMethod(type, name, more);
        Method found = withWhy != null ? withWhy : ReflectionUtils.findMethod(type, name, parameters);
        if (found == null) {
            throw where.failed(
                    name,
                    "is no method of " + type.getSimpleName()
                            + " with the same parameters, and perhaps a RateLimitExceededException after them",
                    null);
        } else if (!limited.getReturnType().isAssignableFrom(found.getReturnType())) {
            throw where.failed(
                    name,
                    "returns " + found.getReturnType().getSimpleName() + " and not "
                            + limited.getReturnType().getSimpleName(),
                    null);
        } else if (found.equals(limited)) {
            throw where.failed(name, "is the limited method itself", null);
        }
        return new Substitute(found, withWhy != null);
    }

    Method method() {
        return method;
    }

    @Nullable
    Object call(Object target, @Nullable Object[] arguments, Refusal refusal) throws Throwable {
        @Nullable Object[] all = arguments;
        if (hearsWhy) {
            all = Arrays.copyOf(arguments, arguments.length + 1);
            all[arguments.length] = new RateLimitExceededException(refusal);
        }
        try {
            return method.invoke(target, all);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}

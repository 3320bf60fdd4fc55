package dev.zaelimiter.spring.annotation;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.core.annotation.RepeatableContainers;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Tells a native image what the annotation needs by reflection: the methods themselves, their fallbacks, and what
 * expressions may call of arguments and results.
 */
final class RateLimitedAotHints implements BeanRegistrationAotProcessor {

    private static final RepeatableContainers REPEATED =
            RepeatableContainers.explicitRepeatable(RateLimited.class, RateLimited.All.class);

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> type = ClassUtils.getUserClass(bean.getBeanClass());
        if (type.getName().startsWith("java.")
                || (!isAnnotated(MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY, REPEATED))
                        && !hasAnnotatedMethod(type))) {
            return null;
        }
        return (generation, code) -> register(generation.getRuntimeHints().reflection(), type);
    }

    private static boolean isAnnotated(MergedAnnotations annotations) {
        return annotations.stream(RateLimited.class).findAny().isPresent();
    }

    private static boolean hasAnnotatedMethod(Class<?> type) {
        for (Method method : ReflectionUtils.getUniqueDeclaredMethods(type)) {
            if (isAnnotated(MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY, REPEATED))) {
                return true;
            }
        }
        return false;
    }

    private static void register(ReflectionHints hints, Class<?> type) {
        for (Method method : ReflectionUtils.getUniqueDeclaredMethods(type)) {
            if (method.getDeclaringClass() == Object.class) {
                continue;
            }
            for (Class<?> parameter : method.getParameterTypes()) {
                readable(hints, parameter);
            }
            ResolvableType returned = ResolvableType.forMethodReturnType(method, type);
            readable(hints, returned.toClass());
            for (ResolvableType generic : returned.getGenerics()) {
                readable(hints, generic.toClass());
            }
            MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY, REPEATED).stream(RateLimited.class)
                    .map(annotation -> fallback(annotation))
                    .filter(name -> !name.isEmpty())
                    .forEach(name -> invocable(hints, type, name));
        }
    }

    private static String fallback(MergedAnnotation<RateLimited> annotation) {
        return annotation.getString("fallback");
    }

    private static void readable(ReflectionHints hints, Class<?> type) {
        if (!type.isPrimitive() && !type.isArray() && type != Object.class) {
            hints.registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS, MemberCategory.ACCESS_PUBLIC_FIELDS);
        }
    }

    private static void invocable(ReflectionHints hints, Class<?> type, String name) {
        for (Method method : ReflectionUtils.getUniqueDeclaredMethods(type)) {
            if (method.getName().equals(name)) {
                hints.registerMethod(method, ExecutableMode.INVOKE);
            }
        }
    }
}

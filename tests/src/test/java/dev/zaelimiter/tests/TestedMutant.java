package dev.zaelimiter.tests;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A bug inside the engine, one line of it, that a test must see.
 *
 * @param source where it is planted
 * @param test the class of the test, by its full name
 * @param method the test, which takes no arguments
 */
record TestedMutant(SourceMutant source, String test, String method) {

    static TestedMutant of(String name, String type, String right, String wrong, String test, String method) {
        return new TestedMutant(new SourceMutant(name, type, right, wrong, "", 0), test, method);
    }

    /**
     * What the test throws with the bug planted; null if it passes. By reflection: to its loader, all classes are
     * others.
     */
    Throwable failure(Path scratch) throws IOException {
        try {
            Class<?> type = source.plant(scratch).loadClass(test);
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object instance = constructor.newInstance();
            callAll(type, instance, "BeforeEach");
            try {
                call(type.getDeclaredMethod(method), instance);
                return null;
            } catch (InvocationTargetException e) {
                return e.getCause();
            } finally {
                callAll(type, instance, "AfterEach");
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(this + " can't be tried", e);
        }
    }

    private static void callAll(Class<?> type, Object instance, String annotation) throws ReflectiveOperationException {
        for (Method each : type.getDeclaredMethods()) {
            if (Arrays.stream(each.getAnnotations())
                    .map(Annotation::annotationType)
                    .anyMatch(kind -> kind.getSimpleName().equals(annotation))) {
                call(each, instance);
            }
        }
    }

    private static void call(Method method, Object instance) throws ReflectiveOperationException {
        method.setAccessible(true);
        method.invoke(instance);
    }

    @Override
    public String toString() {
        return source.name();
    }
}

package dev.zaelimiter.internal.facets;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.runtime.ObjectMethods;

/**
 * What the JVM keeps of our classes after a repository is closed: until JDK 20, the record whose {@code equals},
 * {@code hashCode} or {@code toString} was linked last, and by it the class loader of the whole application. Newer ones
 * keep it softly.
 */
final class Unloading {

    private static final int LAST_STRONG = 20;

    private Unloading() {}

    /** Has the JVM link the same for a class of its own, which takes that one place. */
    static void forgetRecords() {
        if (Runtime.version().feature() > LAST_STRONG) {
            return;
        }
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MethodHandle component = lookup.findVirtual(String.class, "strip", MethodType.methodType(String.class));
            for (String name : new String[] {"equals", "hashCode", "toString"}) {
                ObjectMethods.bootstrap(lookup, name, MethodHandle.class, String.class, "value", component);
            }
        } catch (Error e) {
            throw e;
        } catch (Throwable otherJvm) {
            // Nothing is lost but memory, after a redeployment, on a JVM that does it otherwise.
            return;
        }
    }
}

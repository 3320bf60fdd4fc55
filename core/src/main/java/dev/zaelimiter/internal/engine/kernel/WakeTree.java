package dev.zaelimiter.internal.engine.kernel;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One parked thread in a round of threads that are woken together. Whoever wakes a thread pays some ten microseconds;
 * were one thread to wake a thousand, the last would wait ten milliseconds for it. So the threads of a round form a
 * tree: each wakes the few below it before it goes on, and all cores take part.
 *
 * <p>A thread that gets up by itself, before its round is formed, is passed over: those below it are then woken by who
 * forms the round.
 */
public final class WakeTree {

    /** Threads that one thread wakes. Measured: between 2 and 64 it makes little difference. */
    static final int FAN_OUT = 16;

    private static final List<WakeTree> NOBODY = List.of();
    private static final @Nullable MethodHandle IS_VIRTUAL = findIsVirtual();

    private final Thread sleeper;
    private final AtomicReference<@Nullable List<WakeTree>> round = new AtomicReference<>();
    private int place;

    public WakeTree(Thread sleeper) {
        this.sleeper = sleeper;
    }

    /** Wakes them all: the first few right here, the others by those. Nobody may change the list afterwards. */
    static void round(List<WakeTree> all) {
        int parents = (all.size() - 1) / FAN_OUT;
        // From the last to the first: who is passed over finds those below it prepared.
        for (int place = parents - 1; place >= 0; place--) {
            if (!all.get(place).wakes(all, place)) {
                wakenBelow(all, place);
            }
        }
        wakenBelow(all, -1);
    }

    /** False if it wakes nobody. A virtual thread does not, since it may wait long for a thread that carries it. */
    private boolean wakes(List<WakeTree> all, int mine) {
        place = mine;
        return !isVirtual(sleeper) && round.compareAndSet(null, all);
    }

    private static boolean isVirtual(Thread thread) {
        try {
            return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable impossible) {
            // A method handle declares it; the method throws nothing.
            throw new AssertionError(impossible);
        }
    }

    /** {@code Thread.isVirtual}, which came with Java 21; null before. */
    private static @Nullable MethodHandle findIsVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** To be called by the thread itself when it is up, however it came to that. */
    public void up() {
        List<WakeTree> all = round.getAndSet(NOBODY);
        if (all != null) {
            wakenBelow(all, place);
        }
    }

    private static void wakenBelow(List<WakeTree> all, int place) {
        int first = (place + 1) * FAN_OUT;
        int end = Math.min(first + FAN_OUT, all.size());
        for (int below = first; below < end; below++) {
            LockSupport.unpark(all.get(below).sleeper);
        }
    }
}

package dev.zaelimiter.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C as the regular end of a command: whoever waits is woken, and the command ends as if it were through. SIGTERM
 * and the like, from whoever stops a process and not from whoever watches, wake it too, so that it can tidy up; the
 * process then ends with the signal's exit code.
 *
 * <p>Where this JVM offers no signals, as its API leaves open, Ctrl-C is one of the others.
 */
public final class Interrupt implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::end, "zae-limiter-interrupt");
    private final Duration patience;

    /** For a command that is tidy in a moment. */
    public Interrupt() {
        this(PATIENCE);
    }

    /**
     * For a command that has something to finish.
     *
     * @param patience how long a process that is stopped waits for it
     */
    public Interrupt(Duration patience) {
        this.patience = patience;
        Runtime.getRuntime().addShutdownHook(hook);
        handle("INT", this::ask);
    }

    /**
     * Waits.
     *
     * @param time how long
     * @return true, and at once, if it is time to end
     */
    public boolean await(Duration time) {
        try {
            return asked.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** As if somebody had pressed it. */
    void ask() {
        asked.countDown();
        // Pressed again, as when the store does not answer, it ends the process.
        restore("INT");
    }

    private void end() {
        asked.countDown();
        try {
            boolean unused = done.await(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** All is tidy. */
    @Override
    public void close() {
        done.countDown();
        restore("INT");
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending, and the hook with it.
        }
    }

    /** Not part of the Java API, so it is looked for; the compiler would warn of it by name. */
    private static void handle(String signal, Runnable action) {
        try {
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler acting = (proxy, method, args) -> {
                if (method.getName().equals("handle")) {
                    action.run();
                    return null;
                }
                return method.getName().equals("hashCode")
                        ? (Object) 0
                        : method.getName().equals("equals") ? false : "";
            };
            install(
                    signal,
                    handler,
                    Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, acting));
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            // The hook hears of it.
        }
    }

    private static void restore(String signal) {
        try {
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            install(signal, handler, handler.getField("SIG_DFL").get(null));
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            // Nothing was installed.
        }
    }

    private static void install(String signal, Class<?> type, Object handler) throws ReflectiveOperationException {
        Class<?> named = Class.forName("sun.misc.Signal");
        named.getMethod("handle", named, type)
                .invoke(null, named.getConstructor(String.class).newInstance(signal), handler);
    }
}

package dev.zaelimiter.benchmarks.compare;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Measures one thing after the other; what fails or hangs is noted, and the rest goes on. For one thread. */
final class Attempts {

    private final long patienceSeconds;
    private final Map<String, Object> missing = new LinkedHashMap<>();

    Attempts(long patienceSeconds) {
        this.patienceSeconds = patienceSeconds;
    }

    /** What could not be measured, and why. */
    Map<String, Object> missing() {
        return missing;
    }

    /**
     * Puts a figure, if it can be had.
     *
     * @param into where to
     * @param part what is measured
     * @param contender of whom
     * @param work measures it
     */
    <T> void put(Map<String, Object> into, String part, Contender contender, Callable<T> work) {
        T figure = of(part + ", " + contender.title(), work);
        if (figure != null) {
            into.put(contender.word(), figure);
        }
    }

    /** What the work gave; null if it failed, which is then noted and said. */
    <T> @Nullable T of(String what, Callable<T> work) {
        System.out.println(what + " ...");
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, what);
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(patienceSeconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            task.cancel(true);
            without(what, "no end after " + patienceSeconds + " s");
        } catch (ExecutionException e) {
            without(what, reason(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            without(what, "interrupted");
        }
        return null;
    }

    private void without(String what, String why) {
        missing.put(what, why);
        System.err.println("compare: without " + what + ": " + why);
    }

    private static String reason(@Nullable Throwable failure) {
        Throwable root = failure;
        while (root != null && root.getCause() != null) {
            root = root.getCause();
        }
        if (root == null) {
            return "unknown";
        }
        String said =
                Objects.toString(root.getMessage(), "").lines().findFirst().orElse("");
        return root.getClass().getSimpleName() + (said.isEmpty() ? "" : ": " + said);
    }
}

package dev.zaelimiter.internal.engine.kernel;

import dev.zaelimiter.Environment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one entry into the engine leaves to be done after all its pipelines are let go: the completions of futures that
 * run on this very thread.
 *
 * <p>A pipeline whose callers are completed here holds its next batch back until they have all been called, so that
 * those who come straight back are in it. Anybody else who comes, a caller that is about to block, and a timer end the
 * holding back early: a callback that blocks delays nobody but its own batch.
 *
 * <p>One turn of a pipeline may end hundreds of callers, who give back to another one. What goes to one place from
 * within a turn is gathered, and brought there when the outermost turn is over: in one write, and not in one for each.
 *
 * <p>Used by one thread, but for {@link #holds}, which any thread may ask.
 */
public final class Outbox {

    /** How long a batch is held back for callbacks that do not return. */
    public static final long GATE_NANOS = 1_000_000;

    private final Thread owner = Thread.currentThread();
    private final boolean synchronous;
    private @Nullable ArrayDeque<Runnable> completions;
    private @Nullable ArrayDeque<Runnable> handOvers;
    private @Nullable List<Consumer<Outbox>> held;
    private @Nullable List<WakeTree> wakenings;
    /** Turns within turns. */
    private int turns;

    private @Nullable Map<Object, Gathering> gathered;
    private volatile int remaining;

    private Outbox(boolean synchronous) {
        this.synchronous = synchronous;
    }

    /** For a call of the API: what completes here, completes before the caller has its future. */
    public static Outbox ofCall() {
        return new Outbox(true);
    }

    /** For an answer, a timer or a task. */
    public static Outbox ofAnswer() {
        return new Outbox(false);
    }

    public boolean synchronous() {
        return synchronous;
    }

    /** What is to be brought to one place. */
    public interface Gathering {

        /** Brings it, with all that has been added; must not throw. */
        void bring(Outbox out);
    }

    /** Something begins that many may have a part in; {@link #endTurn} must follow. */
    public void beginTurn() {
        turns++;
    }

    /** It is over. At the end of the outermost one, all that was gathered is brought to where it goes. */
    public void endTurn() {
        // What it brings about is gathered as well, so that nobody's turn runs within this loop's own.
        while (turns == 1 && gathered != null) {
            Map<Object, Gathering> all = gathered;
            gathered = null;
            all.values().forEach(gathering -> gathering.bring(this));
        }
        turns--;
    }

    /** Whether something is under way that many may have a part in. */
    public boolean inTurn() {
        return turns > 0;
    }

    /** What is gathered for a place, within a turn. */
    public Gathering gathering(Object place, Supplier<? extends Gathering> fresh) {
        if (gathered == null) {
            gathered = new LinkedHashMap<>();
        }
        return gathered.computeIfAbsent(place, none -> fresh.get());
    }

    public void defer(Runnable completion) {
        if (completions == null) {
            completions = new ArrayDeque<>();
        }
        completions.add(completion);
        remaining = completions.size();
    }

    /**
     * Hands a completion to an executor of the user's, after all pipelines are let go: it may run the completion right
     * here, or refuse it. Then somebody else's thread does it, so that no caller is forgotten.
     */
    public void handOver(Executor executor, Runnable completion, Environment environment) {
        if (handOvers == null) {
            handOvers = new ArrayDeque<>();
        }
        handOvers.add(() -> {
            try {
                executor.execute(completion);
            } catch (RuntimeException refused) {
                environment.executor().execute(completion);
            }
        });
    }

    /** Wakes a parked thread, with the others of this round, after all pipelines are let go. */
    public void waken(WakeTree wakening) {
        if (wakenings == null) {
            wakenings = new ArrayList<>();
        }
        wakenings.add(wakening);
    }

    public int size() {
        return completions == null ? 0 : completions.size();
    }

    /** Something goes on when everything deferred here has run: what it leaves to be done is run here as well. */
    public void holdBack(Consumer<Outbox> resumption) {
        if (held == null) {
            held = new ArrayList<>(1);
        }
        held.add(resumption);
    }

    /** Whether a newcomer on the current thread should wait for others that are still to be called back. */
    public boolean holds() {
        return owner == Thread.currentThread() && remaining > 0;
    }

    /** Runs everything deferred, and what comes of it. To be called with no pipeline in hand. */
    public void run(Environment environment) {
        while (true) {
            if (wakenings != null) {
                WakeTree.round(wakenings);
                wakenings = null;
            }
            if (handOvers != null) {
                for (Runnable next = handOvers.poll(); next != null; next = handOvers.poll()) {
                    next.run();
                }
            }
            if (completions != null) {
                for (Runnable next = completions.poll(); next != null; next = completions.poll()) {
                    remaining = completions.size();
                    next.run();
                }
            }
            if (held == null || held.isEmpty()) {
                if (handOvers == null || handOvers.isEmpty()) {
                    return;
                }
                continue;
            }
            List<Consumer<Outbox>> resumed = held;
            held = null;
            for (Consumer<Outbox> resumption : resumed) {
                resumption.accept(this);
            }
        }
    }
}

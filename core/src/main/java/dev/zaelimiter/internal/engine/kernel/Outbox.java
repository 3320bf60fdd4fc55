package dev.zaelimiter.internal.engine.kernel;

import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.guard.OnceTask;
import dev.zaelimiter.internal.guard.OneByOne;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one entry into the engine leaves to be done after all its pipelines are let go: the completions of futures that
 * run on this very thread.
 *
 * <p>A pipeline whose callers are completed here holds its next batch back until they have all been called, so that
 * those who come straight back are in it. Anybody else who comes, a caller that is about to block, and a timer end the
 * holding back early: a callback that blocks delays nobody but its own batch.
 *
 * <p>One turn of a pipeline may end hundreds of callers, who give back to another one, or let hundreds go on to it. On
 * a store that answers within the call the other one would write for each of them: so its turn may be kept until the
 * outermost turn under way here is over, and all of them find it at work and leave in one write. What is kept is used
 * before any callback runs. A turn that has no end, since others keep coming, is another thread's then.
 *
 * <p>Used by one thread, but for {@link #holds}, which any thread may ask.
 */
public final class Outbox {

    /** How long a batch is held back for callbacks that do not return. */
    public static final long GATE_NANOS = 1_000_000;

    private final Thread owner = Thread.currentThread();
    private final boolean synchronous;
    private @Nullable ArrayDeque<Runnable> completions;
    private @Nullable ArrayDeque<HandOver> handOvers;
    private @Nullable List<Consumer<Outbox>> held;
    private @Nullable List<WakeTree> wakenings;
    /** Turns within turns. */
    private int turns;
    /** The outermost one is over, but for those that were kept. */
    private boolean ending;

    private @Nullable ArrayDeque<KeptTurn> kept;
    /** Those for which this thread has done as much as one may ask of it. */
    private @Nullable ArrayDeque<KeptTurn> busy;

    private Rounds rounds = new Rounds();
    private volatile int remaining;
    /** What those threw that have run. */
    private @Nullable OneByOne thrown;

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

    /** A turn of a pipeline that was taken, and in which there is something to be done. */
    public interface KeptTurn {

        /** Does what is to be done in it, or {@link #leave leaves} it when that has no end; must not throw. */
        void use(Outbox out);
    }

    /** Something begins in which many may have a part; {@link #endTurn} must follow. */
    public void beginTurn() {
        turns++;
    }

    /**
     * It is over. At the end of the outermost turn, those that were kept are used, and those kept meanwhile; then those
     * that were left are another thread's. If there is none, this one goes on, with each in its turn.
     */
    public void endTurn(Environment environment) {
        if (turns == 1) {
            useKept();
            while (busy != null && !busy.isEmpty()) {
                if (handedOn(busy, environment)) {
                    busy = null;
                } else {
                    goOn(busy);
                }
            }
        }
        turns--;
    }

    /** Still within the turn: what these bring about is kept as well, so that none runs within another. */
    private void useKept() {
        ending = true;
        while (kept != null && !kept.isEmpty()) {
            kept.remove().use(this);
        }
        ending = false;
    }

    /** Works those that were left, each as long as one call may, and what they bring about. */
    private void goOn(ArrayDeque<KeptTurn> left) {
        busy = left;
        for (int more = left.size(); more > 0 && !left.isEmpty(); more--) {
            rounds = new Rounds();
            left.remove().use(this);
        }
        useKept();
    }

    /**
     * Has another thread go on with these, without letting them go: whoever brings the next message would keep this
     * thread at work. False if there is none. An executor may refuse in any way of its own, also after it has run the
     * task, or kept it.
     */
    private static boolean handedOn(ArrayDeque<KeptTurn> turns, Environment environment) {
        OnceTask task = new OnceTask(() -> {
            Outbox out = ofAnswer();
            try {
                out.beginTurn();
                out.goOn(turns);
                out.endTurn(environment);
            } finally {
                out.run(environment);
            }
        });
        return task.takenBy(turn -> environment.executor().execute(turn)) || !task.cancel();
    }

    /** Whether turns that were kept are being used: those in them have had their company. */
    public boolean usesKept() {
        return ending;
    }

    /** How much has been worked here; another one when it is counted anew. */
    public Rounds rounds() {
        return rounds;
    }

    /** Whether something is under way in which many may have a part. */
    public boolean inTurn() {
        return turns > 0;
    }

    /** Keeps a turn until the outermost one under way is over. */
    public void keep(KeptTurn turn) {
        if (kept == null) {
            kept = new ArrayDeque<>(2);
        }
        kept.add(turn);
    }

    /** Whether the turn was kept here, or left; it no longer is. */
    public boolean keepNoLonger(KeptTurn turn) {
        return (kept != null && kept.remove(turn)) || (busy != null && busy.remove(turn));
    }

    /** Leaves a turn that takes too long to another thread, which has it when the outermost one under way is over. */
    public void leave(KeptTurn turn) {
        if (busy == null) {
            busy = new ArrayDeque<>(2);
        }
        busy.add(turn);
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
        handOvers.add(new HandOver(executor, new OnceTask(completion), environment));
    }

    /**
     * One of them. It runs once, whatever an executor does with it: run again, it would take a lease that its caller
     * has for one that nobody heard of.
     */
    private record HandOver(Executor executor, OnceTask completion, Environment environment) implements Runnable {

        @Override
        public void run() {
            if (!completion.takenBy(executor)) {
                completion.runBy(task -> environment.executor().execute(task));
            }
        }
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

    /**
     * Runs everything deferred, and what comes of it, whatever is thrown on the way. To be called with no pipeline in
     * hand.
     */
    public void run(Environment environment) {
        while (true) {
            if (wakenings != null) {
                WakeTree.round(wakenings);
                wakenings = null;
            }
            if (handOvers != null) {
                for (HandOver next = handOvers.poll(); next != null; next = handOvers.poll()) {
                    attempt(next);
                }
            }
            if (completions != null) {
                for (Runnable next = completions.poll(); next != null; next = completions.poll()) {
                    remaining = completions.size();
                    attempt(next);
                }
            }
            if (held == null || held.isEmpty()) {
                if (handOvers == null || handOvers.isEmpty()) {
                    break;
                }
                continue;
            }
            rounds = new Rounds();
            List<Consumer<Outbox>> resumed = held;
            held = null;
            for (Consumer<Outbox> resumption : resumed) {
                attempt(() -> resumption.accept(this));
            }
        }
        OneByOne all = thrown;
        thrown = null;
        if (all != null) {
            all.end();
        }
    }

    /** Whatever it throws: others are behind it. */
    private void attempt(Runnable turn) {
        try {
            turn.run();
        } catch (RuntimeException | Error fault) {
            thrown = OneByOne.also(thrown, fault);
        }
    }
}

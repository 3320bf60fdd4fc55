package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.ForwardingEnvironment;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Two pipelines that write down what they do, and threads of the test's own. */
abstract class OnMailboxes {

    final Queue<Runnable> otherThreads = new ArrayDeque<>();
    Executor executor = otherThreads::add;
    final Engine engine = EngineFixture.engine(new EmptyStore(), new Machine());
    final List<String> done = new ArrayList<>();
    final Pipeline child = new Pipeline("child");
    final Pipeline parent = new Pipeline("parent");

    /** Time that stands, and threads of the test's own. */
    private final class Machine extends ForwardingEnvironment {
        Machine() {
            super(new ManualClock());
        }

        @Override
        public Executor executor() {
            return task -> executor.execute(task);
        }
    }

    /** Takes in words, and writes down in one step all that it has taken in. */
    final class Pipeline implements Mailbox.Owner {
        final String name;
        final Mailbox mailbox = new Mailbox(engine);
        final List<String> pending = new ArrayList<>();
        int steps;
        Runnable meanwhile = () -> {};

        Pipeline(String name) {
            this.name = name;
            mailbox.ownedBy(this);
        }

        void post(Outbox out) {
            mailbox.post(o -> pending.add("word"), true, out);
        }

        void postWithOthers(Outbox out) {
            mailbox.postWithOthers(o -> pending.add("word"), true, out);
        }

        @Override
        public void begin() {}

        @Override
        public Step advance(Outbox out) {
            if (pending.isEmpty()) {
                return Step.REST;
            }
            steps++;
            done.add(name + " " + pending.size());
            pending.clear();
            meanwhile.run();
            return Step.SEND;
        }

        @Override
        public void fault(Throwable fault, Outbox out) {
            throw new IllegalStateException(fault);
        }

        @Override
        public boolean idle() {
            return true;
        }

        @Override
        public boolean nothingToDo() {
            return pending.isEmpty();
        }

        @Override
        public void heldBack() {}

        @Override
        public long nowNanos() {
            return engine.environment().monotonicNanos();
        }

        @Override
        public int letGo() {
            return 0;
        }
    }

    /** What comes to the parent from within a turn of the child. */
    void inTurn(Mailbox.Message message) {
        child.mailbox.post(message, true, Outbox.ofCall());
    }
}

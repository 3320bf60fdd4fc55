package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.nio.file.Path;
import java.util.List;

/**
 * A process that writes to a file and says what was acknowledged, until it is killed. Each worker counts in a pair of
 * items of its own, always in both together, and says its new count as soon as it has the answer.
 */
final class KillVictim {

    static final int WORKERS = 4;

    /** So little that the file is written anew every few hundred writes. */
    static final long SLACK = 16 * 1024;

    static final WriteShape INCREMENT =
            WriteShape.update(null, List.of(new Action(Verb.ADD, "n", new Operand.Constant(AttributeValue.of(1)))));

    private KillVictim() {}

    static Key key(int worker, String side) {
        return Key.of("worker-" + worker, side);
    }

    /** Takes the file and its durability. */
    public static void main(String[] args) throws InterruptedException {
        FileStore store =
                new FileOpening(Path.of(args[0]), Durability.valueOf(args[1]), Environment.system(), SLACK).open();
        System.out.println("open");
        Thread[] threads = new Thread[WORKERS];
        for (int i = 0; i < WORKERS; i++) {
            int worker = i;
            threads[i] = new Thread(() -> count(store, worker));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void count(FileStore store, int worker) {
        Item left = store.get(key(worker, "left")).join();
        long count = left == null ? 0 : left.whole("n", 0);
        while (true) {
            count++;
            List<Write> both =
                    List.of(Write.of(INCREMENT, key(worker, "left")), Write.of(INCREMENT, key(worker, "right")));
            store.transact(both, worker + "-" + count).join();
            System.out.println(worker + " " + count);
        }
    }
}

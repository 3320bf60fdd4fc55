package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that one process changes in place. The oracle is shown each change as the write that it stands for, with an
 * id of its own: many changes share the mark that is stored in the end.
 */
final class WatchedAccount implements Account {

    /** Enough that they are divided, and few enough that a take still finds its way here otherwise. */
    private static final int LOST = 20;

    private static final int PARTS = 4;

    /** Lets a change pass, and shows it to the oracle when it has landed. */
    interface Watch {

        /** Whether the process may write now. */
        boolean allows(Write change);

        void landed(Write change, Item before, Item after);

        /** The balances were divided into equal parts. */
        void divided(long[] each, int parts);

        /** The account is closed, with what one balance should be and what it is. */
        void left(String balance, long expected, long found);
    }

    private final Account account;
    private final Account.Attributes attributes;
    private final Item base;
    private final long mark;
    private final WriteShape shape;
    private final Watch watch;
    private long[] now;
    private long changes;
    /** So many exchanges are lost, as if to another thread: then the balances are divided, if they can be. */
    private int losses;

    WatchedAccount(Account account, Account.Attributes attributes, Item base, long mark, Watch watch) {
        this.account = account;
        this.attributes = attributes;
        this.base = base;
        this.mark = mark;
        this.watch = watch;
        this.now = attributes.balances().stream()
                .mapToLong(balance -> base.whole(balance, 0))
                .toArray();
        this.losses = mark % 3 == 0 ? LOST : 0;
        List<Action> actions = new ArrayList<>();
        for (int i = 0; i < attributes.balances().size(); i++) {
            actions.add(new Action(Verb.ADD, attributes.balances().get(i), new Operand.WholeSlot(2 * i)));
            actions.add(new Action(Verb.ADD, attributes.counters().get(i), new Operand.WholeSlot(2 * i + 1)));
        }
        actions.add(new Action(
                Verb.SET,
                attributes.mark(),
                new Operand.WholeSlot(2 * attributes.balances().size())));
        this.shape = WriteShape.update(null, actions);
    }

    @Override
    public long @Nullable [] balances() {
        return account.balances();
    }

    @Override
    public boolean exchange(long[] seen, long[] next) {
        if (losses > 0) {
            losses--;
            return false;
        }
        return watched(seen, next, () -> account.exchange(seen, next));
    }

    @Override
    public int parts() {
        return PARTS;
    }

    @Override
    public boolean divide(long[] seen, long[] each, int parts) {
        boolean done = account.divide(seen, each, parts);
        if (done) {
            watch.divided(each, parts);
        }
        return done;
    }

    @Override
    public long @Nullable [] part(int part) {
        return account.part(part);
    }

    @Override
    public boolean exchange(int part, long[] seen, long[] next) {
        return watched(seen, next, () -> account.exchange(part, seen, next));
    }

    /** Of the whole or of a part: what is stored changes by the same. */
    private boolean watched(long[] seen, long[] next, BooleanSupplier exchange) {
        long id = (mark + ++changes) & Long.MAX_VALUE;
        long[] wholes = new long[2 * next.length + 1];
        long[] after = now.clone();
        for (int i = 0; i < next.length; i++) {
            wholes[2 * i] = next[i] - seen[i];
            wholes[2 * i + 1] = seen[i] - next[i];
            after[i] += next[i] - seen[i];
        }
        wholes[2 * next.length] = id;
        Write change = Write.of(shape, base.key(), wholes);
        if (!watch.allows(change) || !exchange.getAsBoolean()) {
            return false;
        }
        watch.landed(change, with(now, base.whole(attributes.mark(), 0)), with(after, id));
        now = after;
        return true;
    }

    private Item with(long[] balances, long id) {
        Item.Builder item = base.toBuilder();
        for (int i = 0; i < balances.length; i++) {
            String balance = attributes.balances().get(i);
            String counter = attributes.counters().get(i);
            item.put(balance, balances[i]);
            item.put(counter, base.whole(counter, 0) + base.whole(balance, 0) - balances[i]);
        }
        return item.put(attributes.mark(), id).build();
    }

    @Override
    public Item close() {
        Item left = account.close();
        for (int i = 0; i < now.length; i++) {
            watch.left(
                    attributes.balances().get(i),
                    now[i],
                    left.whole(attributes.balances().get(i), 0));
        }
        return left;
    }
}

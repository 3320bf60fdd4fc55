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
import org.jspecify.annotations.Nullable;

/**
 * Numbers that one process changes in place. The oracle is shown each change as the write that it stands for, with an id of its
 * own: many changes share the mark that is stored in the end.
 */
final class WatchedAccount implements Account {

    /** Lets a change pass, and shows it to the oracle when it has landed. */
    interface Watch {

        /** Whether the process may write now. */
        boolean allows(Write change);

        void landed(Write change, Item before, Item after);
    }

    private final Account account;
    private final Account.Attributes attributes;
    private final Item base;
    private final long mark;
    private final WriteShape shape;
    private final Watch watch;
    private long changes;

    WatchedAccount(Account account, Account.Attributes attributes, Item base, long mark, Watch watch) {
        this.account = account;
        this.attributes = attributes;
        this.base = base;
        this.mark = mark;
        this.watch = watch;
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
        long id = (mark + ++changes) & Long.MAX_VALUE;
        long[] wholes = new long[2 * next.length + 1];
        for (int i = 0; i < next.length; i++) {
            wholes[2 * i] = next[i] - seen[i];
            wholes[2 * i + 1] = seen[i] - next[i];
        }
        wholes[2 * next.length] = id;
        Write change = Write.of(shape, base.key(), wholes);
        if (!watch.allows(change) || !account.exchange(seen, next)) {
            return false;
        }
        watch.landed(change, with(seen, base.whole(attributes.mark(), 0)), with(next, id));
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
        return account.close();
    }
}

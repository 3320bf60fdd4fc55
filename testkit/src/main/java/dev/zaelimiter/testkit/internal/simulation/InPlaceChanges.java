package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import java.util.Arrays;

/** What a process changes in place in one item, which the oracle is shown as writes. */
record InPlaceChanges(
        World world, Host host, Oracle oracle, Conduct conduct, Partitions partitions, Runnable flooded, Key key)
        implements WatchedAccount.Watch {

    @Override
    public boolean allows(Write change) {
        if (conduct.denied() || conduct.unwanted(true, change.key()) != null) {
            return false;
        }
        flooded.run();
        return partitions.charge(change, world.nowNanos()) == null;
    }

    @Override
    public void landed(Write change, Item before, Item after) {
        Sent sent = new Sent(host.toString(), change, host.wallMillis(), world.nowNanos(), false);
        Landings landings = oracle.of(change.key()).landings();
        landings.sent(sent);
        world.trace(Arrays.hashCode(change.wholes()), () -> host + " in place " + Written.describe(change));
        landings.landed(sent, before, after);
    }

    @Override
    public void divided(long[] each, int parts) {
        world.trace(
                Arrays.hashCode(each),
                () -> host + " divides " + key + " into " + parts + " parts of " + Arrays.toString(each));
    }

    @Override
    public void left(String balance, long expected, long found) {
        if (expected != found) {
            oracle.violated("in-place", balance + " is " + found + " after changes that leave " + expected);
        }
    }
}

package dev.zaelimiter.aggregator;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.StreamShard;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a shard of a stream has been read, and who reads it: an item in the table, with the writes that change it.
 * Each write raises the counter, under the condition that it is as it was seen, so that of two who want the same one
 * succeeds.
 *
 * @param shard which shard; its parent is not known from here
 * @param owner who reads it, or null
 * @param counter raised by each write; below 0 in an item that is damaged
 * @param position behind which change to go on, or null for the oldest
 * @param done whether all of it is read
 */
record StreamLease(
        StreamShard shard,
        @Nullable String owner,
        long counter,
        @Nullable String position,
        boolean done) {

    static final String PARTITION = "_/SYSTEM#";
    static final String PREFIX = "#STREAM#";

    private static final String OWNER = "owner";
    private static final String COUNTER = "lease";
    private static final String POSITION = "position";
    private static final String DONE = "done";

    /** What an item says, or null if its key is no shard's. */
    static @Nullable StreamLease of(Item item) {
        String name = item.key().sk();
        int end = name.indexOf('#', PREFIX.length());
        if (!name.startsWith(PREFIX) || end < 0) {
            return null;
        }
        return new StreamLease(
                new StreamShard(name.substring(PREFIX.length(), end), name.substring(end + 1), null),
                item.text(OWNER),
                item.whole(COUNTER, -1),
                item.text(POSITION),
                item.has(DONE));
    }

    Key key() {
        return key(shard);
    }

    private static Key key(StreamShard shard) {
        return Key.of(PARTITION, PREFIX + shard.stream() + "#" + shard.id());
    }

    /** As it is after {@link #take}. */
    StreamLease taken(String me) {
        return new StreamLease(shard, me, counter + 1, position, done);
    }

    /** Takes a shard that nobody has read yet. */
    static Write first(StreamShard shard, String me) {
        return Write.of(
                WriteShape.update(Condition.itemAbsent(), List.of(set(OWNER, me), set(COUNTER, 1))), key(shard));
    }

    /** As it is after {@link #first}. */
    static StreamLease firstOf(StreamShard shard, String me) {
        return new StreamLease(shard, me, 1, null, false);
    }

    /** Takes it, whoever has it. */
    Write take(String me) {
        return Write.of(
                WriteShape.update(
                        new Condition.And(List.of(asSeen(), new Condition.NotExists(DONE))),
                        List.of(set(OWNER, me), set(COUNTER, counter + 1))),
                key());
    }

    /** As it is after {@link #renew}. */
    StreamLease renewed(@Nullable String at) {
        return new StreamLease(shard, owner, counter + 1, at, done);
    }

    /** Keeps it, and notes how far it is read. */
    Write renew(@Nullable String at) {
        return Write.of(WriteShape.update(asSeen(), position(at)), key());
    }

    /** Gives it back. */
    Write release(@Nullable String at) {
        List<WriteShape.Action> actions = position(at);
        actions.add(remove(OWNER));
        return Write.of(WriteShape.update(asSeen(), actions), key());
    }

    /** Notes that all of it is read. */
    Write finish() {
        return Write.of(
                WriteShape.update(
                        asSeen(), List.of(set(COUNTER, counter + 1), set(DONE, 1), remove(OWNER), remove(POSITION))),
                key());
    }

    /** Takes the item away: the stream knows its shard no more. */
    Write forget() {
        return Write.of(WriteShape.delete(asSeen()), key());
    }

    private List<WriteShape.Action> position(@Nullable String at) {
        List<WriteShape.Action> actions = new ArrayList<>(List.of(set(COUNTER, counter + 1)));
        if (at != null) {
            actions.add(set(POSITION, at));
        }
        return actions;
    }

    private Condition asSeen() {
        return counter < 0 ? Condition.itemExists() : Condition.equal(COUNTER, AttributeValue.of(counter));
    }

    private static WriteShape.Action set(String name, long value) {
        return new WriteShape.Action(WriteShape.Verb.SET, name, new Operand.Constant(AttributeValue.of(value)));
    }

    private static WriteShape.Action set(String name, String value) {
        return new WriteShape.Action(WriteShape.Verb.SET, name, new Operand.Constant(AttributeValue.of(value)));
    }

    private static WriteShape.Action remove(String name) {
        return new WriteShape.Action(WriteShape.Verb.REMOVE, name, null);
    }
}

package dev.zaelimiter.internal.schema;

import dev.zaelimiter.LimitUsage;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Renders the writes of usage items. Pure. */
public final class UsageWriter {

    /** As many marks cost less than the write that would take some away. */
    private static final int FEW_MARKS = 8;

    private UsageWriter() {}

    /**
     * Which window.
     *
     * @param keys of the namespace
     * @param entity who
     * @param resource on what
     * @param window how long
     * @param start when it begins
     */
    public record Target(Keys keys, String entity, String resource, UsageWindow window, Instant start) {}

    /**
     * Which changes of a shard of the stream an increment sums up.
     *
     * @param streamShard the shard
     * @param first the number of the first
     * @param last the number of the last
     * @param earliestMillis the time of the earliest, in milliseconds since the epoch
     * @param latestMillis the time of the latest
     */
    public record Span(String streamShard, BigInteger first, BigInteger last, long earliestMillis, long latestMillis) {}

    /**
     * Renders an increment, which is applied once: it is refused if the item has counted the first of its changes, or a
     * later one of that shard, or if what has counted it may have been forgotten.
     *
     * @param target which window
     * @param usage by limit
     * @param events how many changes of counters
     * @param span which changes of the table
     * @param ttl when the item may vanish, in seconds since the epoch
     * @return an update
     */
    public static Write add(Target target, Map<String, LimitUsage> usage, long events, Span span, long ttl) {
        String mark = UsageMark.attribute(span.streamShard());
        Condition fresh = new Condition.Or(List.of(
                new Condition.Compare(mark, Op.LT, text(UsageMark.text(span.first()))),
                new Condition.And(List.of(
                        new Condition.NotExists(mark),
                        new Condition.Or(List.of(
                                new Condition.NotExists(UsageMark.COUNTED_FROM),
                                new Condition.Compare(
                                        UsageMark.COUNTED_FROM,
                                        Op.LE,
                                        text(UsageMark.timeText(span.earliestMillis())))))))));
        List<Action> actions = new ArrayList<>();
        describe(target, ttl, actions);
        set(actions, mark, new UsageMark(span.last(), span.latestMillis()).text());
        usage.forEach((limit, each) -> add(actions, limit, each));
        add(actions, UsageItems.EVENTS, events);
        return Write.of(
                WriteShape.update(fresh, actions),
                UsageItems.key(target.keys(), target.entity(), target.resource(), target.window(), target.start()));
    }

    private static void describe(Target target, long ttl, List<Action> actions) {
        set(actions, UsageItems.ENTITY, target.entity());
        set(actions, UsageItems.RESOURCE, target.resource());
        set(actions, UsageItems.WINDOW, target.window().text());
        set(actions, UsageItems.WINDOW_START, target.start().toString());
        set(actions, "GSI2PK", target.keys().resourcePk(target.resource()));
        set(actions, "GSI2SK", UsageItems.indexSort(target.entity(), target.start()));
        set(actions, "GSI4PK", target.keys().namespace());
        set(actions, "GSI4SK", target.keys().entityPk(target.entity()));
        actions.add(new Action(Verb.SET, Item.TTL, new Operand.Constant(AttributeValue.of(ttl))));
    }

    private static void add(List<Action> actions, String limit, LimitUsage usage) {
        UsageAmount consumed = usage.consumed();
        UsageAmount bypassed = usage.bypassed();
        add(actions, UsageItems.counter(limit), consumed.tokens());
        addIfAny(actions, limit + UsageItems.MILLI, consumed.milli());
        addIfAny(actions, limit + UsageItems.BYPASSED, bypassed.tokens());
        addIfAny(actions, limit + UsageItems.BYPASSED_MILLI, bypassed.milli());
        addIfAny(actions, limit + UsageItems.OVERDRAWN, usage.overdrawn());
    }

    private static void addIfAny(List<Action> actions, String attribute, long amount) {
        if (amount != 0) {
            add(actions, attribute, amount);
        }
    }

    private static void add(List<Action> actions, String attribute, long amount) {
        actions.add(new Action(Verb.ADD, attribute, new Operand.Constant(AttributeValue.of(amount))));
    }

    private static void set(List<Action> actions, String attribute, String value) {
        actions.add(new Action(Verb.SET, attribute, text(value)));
    }

    private static Operand text(String value) {
        return new Operand.Constant(AttributeValue.of(value));
    }

    /**
     * Renders the removal of marks that nobody needs any more, if there are many. Afterwards nothing of shards without
     * a mark is counted that is older than the given time, so that what the removed marks have counted is not counted
     * again.
     *
     * @param item a window
     * @param beforeMillis changes that are older will not come again
     * @param ended tells shards of a stream that are gone with all their changes, whenever they were
     * @return an update, or null if there is nothing to remove
     */
    public static @Nullable Write prune(Item item, long beforeMillis, Predicate<String> ended) {
        List<Condition> asSeen = new ArrayList<>();
        List<Action> actions = new ArrayList<>();
        int marks = 0;
        boolean byTime = false;
        for (int i = 0; i < item.layout().size(); i++) {
            String attribute = item.layout().name(i);
            String streamShard = UsageMark.streamShard(attribute);
            String text = streamShard == null ? null : item.text(attribute);
            UsageMark mark = text == null ? null : UsageMark.of(text);
            if (streamShard != null && text != null && mark != null) {
                marks++;
                boolean gone = ended.test(streamShard);
                if (gone || mark.latestMillis() < beforeMillis) {
                    byTime |= !gone;
                    asSeen.add(new Condition.Compare(attribute, Op.EQ, text(text)));
                    actions.add(new Action(Verb.REMOVE, attribute, null));
                }
            }
        }
        if (marks <= FEW_MARKS || actions.isEmpty()) {
            return null;
        }
        if (byTime) {
            String from = item.text(UsageMark.COUNTED_FROM);
            asSeen.add(
                    from == null
                            ? new Condition.NotExists(UsageMark.COUNTED_FROM)
                            : new Condition.Compare(UsageMark.COUNTED_FROM, Op.EQ, text(from)));
            set(
                    actions,
                    UsageMark.COUNTED_FROM,
                    UsageMark.timeText(Math.max(beforeMillis, UsageItems.countedFrom(item))));
        }
        return Write.of(WriteShape.update(new Condition.And(asSeen), actions), item.key());
    }
}

package dev.zaelimiter.aggregator;

import dev.zaelimiter.internal.schema.UsageMark;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How far a shard of the stream is archived: an item in the store. Each write of it is under the condition that it is
 * as it was read, so that of two who archive the same shard one begins anew.
 *
 * @param upTo the number of the last record that is archived or put aside, as marks have it; null if there is none
 * @param ahead of which namespaces and days more is archived: who died had a longer batch than the one that came in its
 *     place
 * @param emptied the number of the last record that was put aside and is archived; null if there is none
 * @param version of the item, -1 if there is none
 */
record ArchiveMark(
        @Nullable String upTo,
        Map<String, String> ahead,
        @Nullable String emptied,
        long version) {

    private static final String UP_TO = "archived_up_to";
    private static final String AHEAD = "archived_ahead";
    private static final String EMPTIED = "emptied_up_to";
    private static final String VERSION = "version";

    static Key key(String streamShard) {
        return Key.of(StreamLease.PARTITION, "#ARCHIVED#" + streamShard);
    }

    static ArchiveMark of(@Nullable Item item) {
        Map<String, String> ahead = new TreeMap<>();
        if (item != null && item.get(AHEAD) instanceof AttributeValue.Mapping parts) {
            parts.values().forEach((part, upTo) -> {
                if (upTo instanceof AttributeValue.Text text) {
                    ahead.put(part, text.value());
                }
            });
        }
        return new ArchiveMark(
                item == null ? null : item.text(UP_TO),
                ahead,
                item == null ? null : item.text(EMPTIED),
                item == null ? -1 : item.whole(VERSION, -1));
    }

    /** Without what is archived or put aside. */
    List<ChangeRecord> fresh(List<ChangeRecord> records) {
        return after(upTo, records);
    }

    /** Of what was put aside, what is not archived. */
    List<ChangeRecord> aside(List<ChangeRecord> records) {
        return after(emptied, records);
    }

    /** When records that were put aside are archived, up to one; those before it are all put aside or archived. */
    ArchiveMark emptied(String last) {
        return new ArchiveMark(upTo, ahead, last, version);
    }

    private List<ChangeRecord> after(@Nullable String number, List<ChangeRecord> records) {
        return records.stream()
                .filter(each -> {
                    String sequence = UsageMark.text(each.sequence());
                    String archived = ahead.get(AuditArchive.partName(each));
                    return (number == null || sequence.compareTo(number) > 0)
                            && (archived == null || sequence.compareTo(archived) > 0);
                })
                .toList();
    }

    /**
     * Moves it on.
     *
     * @param last the number of the last record that is archived or put aside; where the mark is further, it stays
     * @param parts how far which namespaces and days are archived
     * @param forget whether to leave those out that are not further than the mark: not while anything is put aside
     * @param expires in seconds of the epoch
     */
    Write moved(String streamShard, String last, Map<String, String> parts, boolean forget, long expires) {
        String to = upTo == null || last.compareTo(upTo) > 0 ? last : upTo;
        Map<String, AttributeValue> further = new TreeMap<>();
        parts.forEach((part, end) -> {
            if (!forget || end.compareTo(to) > 0) {
                further.put(part, AttributeValue.of(end));
            }
        });
        List<WriteShape.Action> actions = new ArrayList<>();
        actions.add(set(UP_TO, AttributeValue.of(to)));
        if (emptied != null) {
            actions.add(set(EMPTIED, AttributeValue.of(emptied)));
        }
        actions.add(
                further.isEmpty()
                        ? new WriteShape.Action(WriteShape.Verb.REMOVE, AHEAD, null)
                        : set(AHEAD, new AttributeValue.Mapping(further)));
        actions.add(set(VERSION, AttributeValue.of(version + 1)));
        actions.add(set(Item.TTL, AttributeValue.of(expires)));
        Condition asSeen =
                version < 0 ? new Condition.NotExists(VERSION) : Condition.equal(VERSION, AttributeValue.of(version));
        return Write.of(WriteShape.update(asSeen, actions), key(streamShard));
    }

    private static WriteShape.Action set(String name, AttributeValue value) {
        return new WriteShape.Action(WriteShape.Verb.SET, name, new Operand.Constant(value));
    }
}

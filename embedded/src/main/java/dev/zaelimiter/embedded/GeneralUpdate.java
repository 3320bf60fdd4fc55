package dev.zaelimiter.embedded;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.AttributeValue.TextSet;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** An update of any attributes of any types: right for all, made for those that are not on a hot path. */
final class GeneralUpdate {

    private GeneralUpdate() {}

    static Item apply(@Nullable Item before, Write write) {
        Item.Builder builder = before == null ? Item.builder(write.key()) : before.toBuilder();
        for (WriteShape.Action action : write.shape().actions()) {
            String attribute = action.attribute();
            Operand operand = action.operand();
            if (operand == null) {
                builder.remove(attribute);
                continue;
            }
            AttributeValue value = ConditionBinder.value(operand, write.wholes(), write.values());
            switch (action.verb()) {
                case SET -> builder.put(attribute, value);
                case ADD -> builder.put(attribute, sum(attribute, builder.get(attribute), value));
                case DELETE -> put(builder, attribute, difference(attribute, builder.get(attribute), value));
                case REMOVE -> builder.remove(attribute);
            }
        }
        return builder.build();
    }

    private static AttributeValue sum(String attribute, @Nullable AttributeValue stored, AttributeValue added) {
        if (stored == null) {
            return added;
        }
        if (Numbers.isNumber(stored) && Numbers.isNumber(added)) {
            return Numbers.add(stored, added);
        }
        if (stored instanceof TextSet set && added instanceof TextSet more) {
            Set<String> union = new TreeSet<>(set.values());
            union.addAll(more.values());
            return new TextSet(union);
        }
        throw Errors.misuse("cannot add " + added + " to " + attribute + ", which is " + stored);
    }

    private static @Nullable AttributeValue difference(
            String attribute, @Nullable AttributeValue stored, AttributeValue taken) {
        if (stored == null) {
            return null;
        }
        if (stored instanceof TextSet set && taken instanceof TextSet less) {
            Set<String> rest = new TreeSet<>(set.values());
            rest.removeAll(less.values());
            return rest.isEmpty() ? null : new TextSet(rest);
        }
        throw Errors.misuse("cannot take " + taken + " out of " + attribute + ", which is " + stored);
    }

    private static void put(Item.Builder builder, String attribute, @Nullable AttributeValue value) {
        if (value == null) {
            builder.remove(attribute);
        } else {
            builder.put(attribute, value);
        }
    }
}

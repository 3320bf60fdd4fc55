package dev.zaelimiter.internal.schema;

import dev.zaelimiter.Access;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What an operator has said of a level beside its limits, as it is stored: who is let in, and what to do without an
 * answer.
 */
final class LevelSwitches {

    static final String ACCESS = "disabled";
    static final String ON_UNAVAILABLE = "on_unavailable";

    private static final AttributeValue BYPASS = AttributeValue.of("bypass");

    private LevelSwitches() {}

    /** Adds what a level says to its item. */
    static void put(LevelItem stored, Item.Builder item) {
        OnUnavailable policy = stored.onUnavailable();
        if (policy != null) {
            item.put(ON_UNAVAILABLE, policy.name().toLowerCase(Locale.ROOT));
        }
        Access access = stored.access();
        if (access != null) {
            item.put(ACCESS, access == Access.BYPASS ? BYPASS : AttributeValue.of(access == Access.DISABLED));
        }
    }

    /**
     * Who is let in.
     *
     * @throws DamagedConfigException if the switch is damaged: to read it as enabled would let in whom somebody meant
     *     to shut out
     */
    static @Nullable Access access(Item item) {
        AttributeValue value = item.get(ACCESS);
        if (value instanceof AttributeValue.Bool disabled) {
            return disabled.value() ? Access.DISABLED : Access.ENABLED;
        }
        if (isDamaged(item)) {
            throw DamagedConfigException.ofSwitch(item.key(), ACCESS);
        }
        return value == null ? null : Access.BYPASS;
    }

    static boolean isDamaged(Item item) {
        AttributeValue value = item.get(ACCESS);
        return value != null && !(value instanceof AttributeValue.Bool) && !BYPASS.equals(value);
    }

    /** What to do without an answer; null for what is not known here. */
    static @Nullable OnUnavailable policy(Item item) {
        String text = item.text(ON_UNAVAILABLE);
        if (text == null) {
            return null;
        }
        return switch (text) {
            case "allow" -> OnUnavailable.ALLOW;
            case "block" -> OnUnavailable.BLOCK;
            default -> null;
        };
    }
}

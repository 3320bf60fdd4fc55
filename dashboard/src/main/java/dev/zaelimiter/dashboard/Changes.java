package dev.zaelimiter.dashboard;

import dev.zaelimiter.Access;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Level;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.LevelSettings;
import dev.zaelimiter.Limit;
import dev.zaelimiter.admin.Administration;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that the page can change: the limits of a level, and its switch. Each change says which version it was made for,
 * so that nobody overwrites what somebody else has stored meanwhile.
 */
final class Changes {

    private static final String LIMIT = "limit";
    private static final int FIELDS = 5;

    private final Administration admin;

    Changes(Administration admin) {
        this.admin = admin;
    }

    /**
     * Makes a change.
     *
     * @param what the end of the path
     * @param form what was sent
     * @return what the level holds then; or, instead of a change, what it would do for good
     */
    Map<String, @Nullable Object> make(String what, Form form) {
        Level level = level(form);
        return switch (what) {
            case "limits" -> setLimits(level, form);
            case "access" -> setAccess(level, form);
            default -> throw new InvalidInputException("change", what, "limits or access");
        };
    }

    private static Level level(Form form) {
        String entity = form.entityIfAny();
        String resource = form.resourceIfAny();
        if (entity != null) {
            return resource == null ? Level.entity(entity) : Level.entity(entity, resource);
        }
        return resource == null ? Level.system() : Level.resource(resource);
    }

    private Map<String, @Nullable Object> setLimits(Level level, Form form) {
        LevelChange change = LevelChange.clear();
        boolean soft = false;
        for (String text : form.all(LIMIT)) {
            Limit limit = limit(text);
            change = change.put(limit);
            soft |= limit.soft();
        }
        if (change.apply(List.of()).size() < form.all(LIMIT).size()) {
            throw new InvalidInputException(LIMIT, form.all(LIMIT), "names that differ");
        }
        Map<String, @Nullable Object> question = soft ? question(form) : null;
        if (question != null) {
            return question;
        }
        LevelSettings now = admin.limits().change(level, change.ifVersion(form.number("version", -1)));
        return Json.map("level", LevelShown.level(level, now));
    }

    /** As {@code name,amount,period in seconds,capacity,soft}; names hold no commas. */
    private static Limit limit(String text) {
        String[] fields = text.split(",", -1);
        if (fields.length != FIELDS) {
            throw new InvalidInputException(
                    LIMIT, text, "a name, an amount, a period, a capacity, and whether it is soft");
        }
        Limit limit = Limit.custom(
                fields[0],
                Form.number("capacity of " + fields[0], fields[3]),
                Form.number("tokens of " + fields[0], fields[1]),
                Duration.ofSeconds(Form.number("period of " + fields[0], fields[2])));
        return Boolean.parseBoolean(fields[4]) ? limit.asSoft() : limit;
    }

    private Map<String, @Nullable Object> setAccess(Level level, Form form) {
        String word = form.get("access");
        if (word.equals("NONE")) {
            admin.switches().clear(level);
        } else {
            Access access = access(word);
            Map<String, @Nullable Object> question = access == Access.BYPASS ? question(form) : null;
            if (question != null) {
                return question;
            }
            admin.switches().set(level, access);
        }
        return Json.map("level", LevelShown.level(level, admin.limits().read(level)));
    }

    private static Access access(String word) {
        for (Access access : Access.values()) {
            if (access.name().equals(word)) {
                return access;
            }
        }
        throw new InvalidInputException("access", word, "ENABLED, DISABLED, BYPASS or NONE");
    }

    /** Older clients of a table would be locked out for good: nothing is changed until somebody has agreed to that. */
    private @Nullable Map<String, @Nullable Object> question(Form form) {
        if (form.find("agreed") != null) {
            return null;
        }
        Optional<String> least = admin.leastClientToBeRaised();
        return least.<Map<String, @Nullable Object>>map(
                        now -> Json.map("raisesFrom", now, "raisesTo", Administration.LEAST_CLIENT_RAISED))
                .orElse(null);
    }
}

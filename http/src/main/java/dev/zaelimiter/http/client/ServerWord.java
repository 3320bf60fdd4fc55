package dev.zaelimiter.http.client;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a response says of the limits of who sent it. Pure.
 *
 * @param pauseMillis how long to send nothing; 0 for no pause
 * @param left how many calls may still be sent in the window
 * @param windowMillis how long that holds; 0 if nothing is said
 */
record ServerWord(long pauseMillis, long left, long windowMillis) {

    private static final ServerWord NOTHING = new ServerWord(0, Long.MAX_VALUE, 0);

    static final int TOO_MANY_REQUESTS = 429;

    /** GitHub's second limit is a 403. */
    private static final Set<Integer> WITH_RETRY_AFTER = Set.of(403, TOO_MANY_REQUESTS, 503);

    private static final List<String> SUFFIXES = List.of("", "-requests", "-tokens");

    /**
     * Reads a response.
     *
     * @param status its status
     * @param fields the values of a field, by its name
     * @param nowMillis milliseconds since the epoch
     * @param pauseOfRefusal milliseconds for which a 429 holds that says no time
     */
    static ServerWord read(int status, Function<String, List<String>> fields, long nowMillis, long pauseOfRefusal) {
        long pause = 0;
        if (WITH_RETRY_AFTER.contains(status)) {
            long told = first(fields, "Retry-After")
                    .map(value -> Waits.retryAfter(value, nowMillis))
                    .orElse(Waits.NONE);
            pause = told != Waits.NONE ? told : 0;
        }
        ServerWord limits = isStored(fields) ? NOTHING : limits(fields, nowMillis);
        if (pause > 0) {
            // Retry-After takes precedence over the window.
            return new ServerWord(pause, Long.MAX_VALUE, 0);
        }
        if (status == TOO_MANY_REQUESTS) {
            return limits.left == 0 && limits.windowMillis > 0
                    ? new ServerWord(limits.windowMillis, Long.MAX_VALUE, 0)
                    : new ServerWord(pauseOfRefusal, Long.MAX_VALUE, 0);
        }
        return limits;
    }

    /** A response out of a cache says how it was when it was stored. */
    private static boolean isStored(Function<String, List<String>> fields) {
        return first(fields, "Age").filter(age -> !age.trim().equals("0")).isPresent();
    }

    private static ServerWord limits(Function<String, List<String>> fields, long nowMillis) {
        ServerWord narrowest = NOTHING;
        List<String> lines = fields.apply("RateLimit");
        List<Map<String, Long>> members = lines.isEmpty() ? null : ItemReader.read(String.join(", ", lines));
        if (members != null) {
            for (Map<String, Long> member : members) {
                narrowest = narrower(narrowest, either(member, "r", "remaining"), either(member, "t", "reset"));
            }
            return narrowest;
        }
        for (String prefix : List.of("RateLimit", "X-RateLimit")) {
            for (String suffix : SUFFIXES) {
                Long left = first(fields, prefix + "-Remaining" + suffix)
                        .map(String::trim)
                        .filter(text -> text.matches("[0-9]{1,15}"))
                        .map(Long::valueOf)
                        .orElse(null);
                long reset = first(fields, prefix + "-Reset" + suffix)
                        .map(value -> Waits.reset(value, nowMillis))
                        .orElse(Waits.NONE);
                if (left != null && reset != Waits.NONE) {
                    narrowest = narrower(narrowest, new ServerWord(0, left, reset));
                }
            }
        }
        return narrowest;
    }

    /** What drafts 8 to 11 call it, or what draft 7 does. */
    private static @Nullable Long either(Map<String, Long> member, String name, String older) {
        Long value = member.get(name);
        return value != null ? value : member.get(older);
    }

    private static ServerWord narrower(ServerWord one, @Nullable Long left, @Nullable Long seconds) {
        return left == null || seconds == null
                ? one
                : narrower(one, new ServerWord(0, left, Math.min(seconds, Integer.MAX_VALUE) * 1000));
    }

    private static ServerWord narrower(ServerWord one, ServerWord other) {
        boolean otherIs = other.windowMillis > 0
                && (other.left < one.left || (other.left == one.left && other.windowMillis > one.windowMillis));
        return otherIs ? other : one;
    }

    private static Optional<String> first(Function<String, List<String>> fields, String name) {
        List<String> values = fields.apply(name);
        return values.isEmpty() ? Optional.empty() : Optional.of(values.get(0));
    }
}

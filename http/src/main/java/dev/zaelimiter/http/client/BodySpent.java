package dev.zaelimiter.http.client;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a call really cost, seen from the end of its response's body. */
@FunctionalInterface
public interface BodySpent {

    /** How many bytes of a body are kept at most, to be looked at when it has been read: 16 KiB. */
    int LONGEST_END = 16 * 1024;

    /**
     * Looks at a body that has been read.
     *
     * @param end its last bytes, {@link #LONGEST_END} at most: all of a shorter one, as the client was given them
     * @return whole tokens; empty if they do not say, and then what was taken stays
     */
    OptionalLong of(byte[] end);

    /**
     * A member of JSON, such as {@code total_tokens}, in a body that is JSON or a stream of events with JSON in them;
     * if there are several of that name, the last.
     *
     * @param name the member's name; its value is a whole number
     * @return that number
     */
    static BodySpent member(String name) {
        // A quotation mark within a text has a backslash before it, so that no text can pass for a member.
        Pattern member = Pattern.compile("(?<!\\\\)\"" + Pattern.quote(name) + "\"\\s*:\\s*([0-9]{1,18})(?![0-9.eE])");
        return end -> {
            Matcher found = member.matcher(new String(end, StandardCharsets.UTF_8));
            OptionalLong last = OptionalLong.empty();
            while (found.find()) {
                last = OptionalLong.of(Long.parseLong(found.group(1)));
            }
            return last;
        };
    }
}

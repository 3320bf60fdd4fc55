package dev.zaelimiter.dashboard;

import com.sun.net.httpserver.Headers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests are served. The server listens on this machine alone, but that keeps out neither the pages of
 * other sites in the same browser nor other users of the machine:
 *
 * <ul>
 *   <li>A page whose name was made to point here (DNS rebinding) sends its own name as {@code Host}.
 *   <li>A page of another site, or of another program on this machine, sends its own {@code Origin}, or none where a
 *       page of ours would.
 *   <li>Another user of the machine does not have the key, which stands in the terminal of whoever started the server,
 *       and reaches the page behind the {@code #} of its address: no browser sends that anywhere.
 * </ul>
 *
 * <p>Immutable.
 */
final class Guard {

    /** In which header the page sends the key: one that another site's page may not set. */
    static final String KEY = "X-Dashboard-Key";

    private static final Pattern HOST = Pattern.compile("(127\\.0\\.0\\.1|localhost|\\[::1])(:[0-9]{1,5})?");
    private static final Set<String> OF_OURS = Set.of("same-origin", "none");
    private static final String FORM = "application/x-www-form-urlencoded";

    private final byte[] key;
    private final boolean changes;

    Guard(String key, boolean changes) {
        this.key = key.getBytes(StandardCharsets.UTF_8);
        this.changes = changes;
    }

    /**
     * Decides.
     *
     * @param method of the request
     * @param api whether it asks for more than a file of the page, in which there is nothing to hide
     * @param headers of the request
     * @return a refusal, or null
     */
    @Nullable
    Reply refusal(String method, boolean api, Headers headers) {
        String host = only(headers, "Host");
        Matcher ours = HOST.matcher(host == null ? "" : host.toLowerCase(Locale.ROOT));
        if (!ours.matches()) {
            return Reply.error(Reply.FORBIDDEN, "this page is served as 127.0.0.1 or localhost alone");
        }
        boolean writes = method.equals("POST");
        if (!method.equals("GET") && !method.equals("HEAD") && !(writes && api)) {
            return Reply.error(Reply.WRONG_METHOD, "not a method that is served");
        }
        if (!api) {
            return null;
        }
        List<String> origins = headers.getOrDefault("Origin", List.of());
        boolean foreign =
                !origins.isEmpty() && !(origins.size() == 1 && origins.get(0).equalsIgnoreCase("http://" + host));
        List<String> sites = headers.getOrDefault("Sec-Fetch-Site", List.of());
        if (foreign || (writes && origins.isEmpty()) || !OF_OURS.containsAll(sites)) {
            return Reply.error(Reply.FORBIDDEN, "asked for by a page of another site");
        }
        if (!isKey(only(headers, KEY))) {
            return Reply.error(Reply.NO_KEY, "the key is missing or of another start of the dashboard");
        }
        if (!writes) {
            return null;
        }
        if (!changes) {
            return Reply.error(Reply.FORBIDDEN, "this dashboard only shows: it was started without --allow-changes");
        }
        String type = only(headers, "Content-Type");
        return type != null && type.toLowerCase(Locale.ROOT).startsWith(FORM)
                ? null
                : Reply.error(Reply.WRONG, "not a form");
    }

    /** Takes as long for each wrong one. */
    private boolean isKey(@Nullable String given) {
        return given != null && MessageDigest.isEqual(key, given.getBytes(StandardCharsets.UTF_8));
    }

    /** The value of a header that is there once. */
    private static @Nullable String only(Headers headers, String name) {
        List<String> values = headers.getOrDefault(name, List.of());
        return values.size() == 1 ? values.get(0) : null;
    }
}

package dev.zaelimiter.http.route;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The segments of a path, read as widely as any framework does: parameters after semicolons, empty segments and a slash
 * at the end don't count, and escapes are undone. Otherwise a client would write a path in such a way that the service
 * understands it and its limits don't. Pure.
 */
final class RequestPath {

    /** Servers refuse longer ones themselves. */
    private static final int LONGEST = 8192;

    private RequestPath() {}

    /** Decoded segments; null for a path that no two programs read alike. */
    static @Nullable List<String> segments(String path) {
        if (path.equals("*")) {
            return List.of("*");
        }
        if (path.length() > LONGEST || !path.startsWith("/")) {
            return null;
        }
        List<String> segments = new ArrayList<>();
        int from = 1;
        while (from <= path.length()) {
            int slash = path.indexOf('/', from);
            int to = slash < 0 ? path.length() : slash;
            int parameters = path.indexOf(';', from);
            String segment = decoded(path.substring(from, parameters >= 0 && parameters < to ? parameters : to));
            if (segment == null || isStrange(segment)) {
                return null;
            }
            if (!segment.isEmpty()) {
                segments.add(segment);
            }
            from = to + 1;
        }
        return segments;
    }

    /** The same, if escaped slashes are slashes: some servers can be set so. */
    static List<String> withSlashesApart(List<String> segments) {
        List<String> apart = new ArrayList<>();
        for (String segment : segments) {
            for (String part : segment.split("/", -1)) {
                if (!part.isEmpty()) {
                    apart.add(part);
                }
            }
        }
        return apart;
    }

    private static boolean isStrange(String segment) {
        return segment.equals(".")
                || segment.equals("..")
                || segment.startsWith("../")
                || segment.endsWith("/..")
                || segment.contains("/../")
                || segment.indexOf('\\') >= 0
                || hasControls(segment);
    }

    private static boolean hasControls(String segment) {
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c < ' ' || c == 0x7f) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable String decoded(String raw) {
        if (raw.indexOf('%') < 0) {
            return raw;
        }
        byte[] bytes = raw.getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != '%') {
                out.put(bytes[i]);
            } else {
                if (i + 2 >= bytes.length
                        || !HexFormat.isHexDigit(bytes[i + 1])
                        || !HexFormat.isHexDigit(bytes[i + 2])) {
                    return null;
                }
                out.put((byte) (HexFormat.fromHexDigit(bytes[i + 1]) << 4 | HexFormat.fromHexDigit(bytes[i + 2])));
                i += 2;
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(out.flip())
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}

package dev.zaelimiter.http;

import dev.zaelimiter.NameEncoding;
import java.util.Base64;

/** Writes the parts of structured fields (RFC 9651) that are needed here. Pure. */
final class StructuredFields {

    /** Integers have up to 15 digits; the largest capacity has 16. */
    static final long LARGEST = 999_999_999_999_999L;

    private StructuredFields() {}

    /** A text of which a String can be made: itself if it is printable ASCII, otherwise its encoded name. */
    static String ascii(String text, String ifEmpty) {
        if (text.isEmpty()) {
            return ifEmpty;
        }
        return isPrintable(text) ? text : NameEncoding.LIMIT.encodeOrShorten(text);
    }

    static void string(StringBuilder out, String ascii) {
        out.append('"');
        for (int i = 0; i < ascii.length(); i++) {
            char c = ascii.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\');
            }
            out.append(c);
        }
        out.append('"');
    }

    /** An integer that is 0 or more. */
    static void integer(StringBuilder out, long value) {
        out.append(Math.min(value, LARGEST));
    }

    static void bytes(StringBuilder out, byte[] value) {
        out.append(':').append(Base64.getEncoder().encodeToString(value)).append(':');
    }

    private static boolean isPrintable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c > 0x7e) {
                return false;
            }
        }
        return true;
    }
}

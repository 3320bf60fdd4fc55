package dev.zaelimiter.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer, by RFC 9457. It names no entity, so that it tells no id to whoever sends somebody else's.
 *
 * @param type the URI of its kind
 * @param title what happened, the same for each of its kind
 * @param status the status of the response
 * @param detail what to do about it
 * @param violatedPolicies the names of the policies that refused; null where that has no meaning
 */
record Problem(
        String type,
        String title,
        int status,
        String detail,
        @Nullable List<String> violatedPolicies) {

    String json() {
        StringBuilder out = new StringBuilder(256);
        member(out.append('{'), "type", type);
        member(out.append(','), "title", title);
        out.append(",\"status\":").append(status);
        member(out.append(','), "detail", detail);
        if (violatedPolicies != null) {
            out.append(",\"violated-policies\":[");
            String comma = "";
            for (String policy : violatedPolicies) {
                text(out.append(comma), policy);
                comma = ",";
            }
            out.append(']');
        }
        return out.append('}').toString();
    }

    String html() {
        StringBuilder out = new StringBuilder(512);
        out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n");
        out.append("<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
        markup(out, title).append("</title>\n<h1>");
        markup(out, title).append("</h1>\n<p>");
        markup(out, detail).append("</p>\n");
        return out.append("</html>\n").toString();
    }

    private static void member(StringBuilder out, String name, String value) {
        text(out, name);
        text(out.append(':'), value);
    }

    private static void text(StringBuilder out, String value) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private static StringBuilder markup(StringBuilder out, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                default -> out.append(c);
            }
        }
        return out;
    }
}

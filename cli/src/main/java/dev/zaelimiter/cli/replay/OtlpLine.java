package dev.zaelimiter.cli.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A line as OpenTelemetry's collector writes it: one object with many spans in it, each of which is a row. */
final class OtlpLine {

    private static final String BEGINNING = "{\"resourceSpans\"";

    private OtlpLine() {}

    /** A part of a text. */
    record Part(int start, int end) {}

    /** Whether a line holds spans; spaces before and in it are passed over. */
    static boolean isOne(char[] text, int start, int end) {
        int matched = 0;
        for (int i = start; i < end && matched < BEGINNING.length(); i++) {
            if (text[i] > ' ') {
                if (text[i] != BEGINNING.charAt(matched)) {
                    return false;
                }
                matched++;
            }
        }
        return matched == BEGINNING.length();
    }

    /**
     * Where the spans of a line stand.
     *
     * @param json the line
     * @return in order; the whole line if it is damaged
     */
    static List<Part> spans(JsonFactory json, char[] text) {
        List<Part> spans = new ArrayList<>();
        try (JsonParser parser = json.createParser(text, 0, text.length)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.START_ARRAY && "spans".equals(parser.currentName())) {
                    while (parser.nextToken() == JsonToken.START_OBJECT) {
                        int start = (int) parser.currentTokenLocation().getCharOffset();
                        parser.skipChildren();
                        spans.add(new Part(
                                start, (int) parser.currentTokenLocation().getCharOffset() + 1));
                    }
                }
            }
        } catch (IOException e) {
            return List.of(new Part(0, text.length));
        }
        return spans;
    }
}

package dev.zaelimiter.dynamodb;

import dev.zaelimiter.store.Printable;
import dev.zaelimiter.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The text of the place where a page ended: the names and values of its key, all of which are strings. */
final class PageToken {

    private static final char END_OF_LENGTH = ':';

    private PageToken() {}

    static @Nullable String of(Map<String, AttributeValue> lastKey) {
        if (lastKey.isEmpty()) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        new TreeMap<>(lastKey).forEach((name, value) -> {
            append(text, name);
            append(text, value.s());
        });
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static void append(StringBuilder text, String part) {
        text.append(part.length()).append(END_OF_LENGTH).append(part);
    }

    static Map<String, AttributeValue> parse(String token) {
        try {
            String text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
            List<String> parts = new ArrayList<>();
            for (int at = 0; at < text.length(); ) {
                int colon = text.indexOf(END_OF_LENGTH, at);
                int end = colon + 1 + Integer.parseInt(text.substring(at, colon));
                parts.add(text.substring(colon + 1, end));
                at = end;
            }
            Map<String, AttributeValue> key = new TreeMap<>();
            for (int i = 0; i < parts.size(); i += 2) {
                key.put(parts.get(i), Attributes.encode(parts.get(i + 1)));
            }
            return key;
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new StoreException.Misuse("not a token of this store: " + Printable.quoted(token), e);
        }
    }
}

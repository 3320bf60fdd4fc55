package dev.zaelimiter.http;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads structured fields (RFC 9651): lists and dictionaries of items with parameters. Written from the RFC and apart
 * from what writes them, so that both can't be wrong in the same way. Strict: anything else fails.
 */
final class StructuredFieldParser {

    /** An item: a {@code Long}, a {@code String}, a {@code byte[]} or a {@code Boolean}, with parameters. */
    record Item(Object value, Map<String, Object> parameters) {
        long integer(String parameter) {
            return (Long) parameters.get(parameter);
        }
    }

    private final String text;
    private int at;

    private StructuredFieldParser(String text) {
        this.text = text;
    }

    static List<Item> list(String text) {
        StructuredFieldParser parser = new StructuredFieldParser(text);
        List<Item> items = new ArrayList<>();
        parser.skip(" ");
        while (parser.at < text.length()) {
            items.add(new Item(parser.bareItem(), parser.parameters()));
            parser.toNextMember();
        }
        return items;
    }

    static Map<String, Item> dictionary(String text) {
        StructuredFieldParser parser = new StructuredFieldParser(text);
        Map<String, Item> members = new LinkedHashMap<>();
        parser.skip(" ");
        while (parser.at < text.length()) {
            String key = parser.key();
            Object value = true;
            if (parser.peek() == '=') {
                parser.at++;
                value = parser.bareItem();
            }
            members.put(key, new Item(value, parser.parameters()));
            parser.toNextMember();
        }
        return members;
    }

    private void toNextMember() {
        skip(" \t");
        if (at == text.length()) {
            return;
        }
        expect(',');
        skip(" \t");
        if (at == text.length()) {
            throw failure("a comma at the end");
        }
    }

    private Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        while (peek() == ';') {
            at++;
            skip(" ");
            String key = key();
            Object value = true;
            if (peek() == '=') {
                at++;
                value = bareItem();
            }
            if (parameters.put(key, value) != null) {
                throw failure("a parameter twice: " + key);
            }
        }
        return parameters;
    }

    private String key() {
        int from = at;
        if (!is(peek(), "abcdefghijklmnopqrstuvwxyz*")) {
            throw failure("no key");
        }
        while (is(peek(), "abcdefghijklmnopqrstuvwxyz0123456789_-.*")) {
            at++;
        }
        return text.substring(from, at);
    }

    private Object bareItem() {
        char first = peek();
        if (first == '"') {
            return string();
        }
        if (first == ':') {
            return bytes();
        }
        if (first == '-' || (first >= '0' && first <= '9')) {
            return integer();
        }
        throw failure("no item that is known here");
    }

    private long integer() {
        int from = at;
        if (peek() == '-') {
            at++;
        }
        int digits = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        if (at == digits || at - digits > 15) {
            throw failure("an integer of " + (at - digits) + " digits");
        }
        return Long.parseLong(text.substring(from, at));
    }

    private String string() {
        StringBuilder value = new StringBuilder();
        at++;
        while (true) {
            char c = take();
            if (c == '\\') {
                char escaped = take();
                if (escaped != '"' && escaped != '\\') {
                    throw failure("an escape that is none");
                }
                value.append(escaped);
            } else if (c == '"') {
                return value.toString();
            } else if (c < 0x20 || c > 0x7e) {
                throw failure("a character that is not printable ASCII");
            } else {
                value.append(c);
            }
        }
    }

    private byte[] bytes() {
        int end = text.indexOf(':', at + 1);
        if (end < 0) {
            throw failure("bytes without an end");
        }
        byte[] value = Base64.getDecoder().decode(text.substring(at + 1, end));
        at = end + 1;
        return value;
    }

    private void skip(String characters) {
        while (at < text.length() && characters.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private void expect(char c) {
        if (take() != c) {
            throw failure("no " + c);
        }
    }

    private char take() {
        if (at >= text.length()) {
            throw failure("an early end");
        }
        return text.charAt(at++);
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private static boolean is(char c, String characters) {
        return characters.indexOf(c) >= 0;
    }

    private IllegalArgumentException failure(String what) {
        return new IllegalArgumentException(what + " at " + at + " of: " + text);
    }
}

package dev.zaelimiter.infra;

import java.util.Map;
import java.util.stream.Collectors;

/** Answers of a service that speaks XML. */
final class Xml {

    private Xml() {}

    static String of(String tag, String content) {
        return "<" + tag + ">" + content + "</" + tag + ">";
    }

    static String text(String tag, String text) {
        return of(tag, text.replace("&", "&amp;").replace("<", "&lt;"));
    }

    static String members(Map<String, String> pairs, String key, String value) {
        return pairs.entrySet().stream()
                .map(each -> of("member", text(key, each.getKey()) + text(value, each.getValue())))
                .collect(Collectors.joining());
    }

    static String answer(String action, String content) {
        return of(action + "Response", of(action + "Result", content));
    }
}

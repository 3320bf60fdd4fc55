package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.Text;
import java.util.Locale;

/** Builds HTML, in which all text is escaped. Not thread-safe. */
final class Html {

    private final StringBuilder out = new StringBuilder();

    /** Markup as it is: never anything that came from outside. */
    Html raw(String markup) {
        out.append(markup);
        return this;
    }

    /** Text from anywhere. */
    Html text(String text) {
        out.append(escaped(Text.visible(text)));
        return this;
    }

    /** An element with text in it. */
    Html element(String tag, String text) {
        raw("<" + tag + ">").text(text);
        int space = tag.indexOf(' ');
        return raw("</" + (space < 0 ? tag : tag.substring(0, space)) + ">");
    }

    @Override
    public String toString() {
        return out.toString();
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** A number for SVG and CSS: at most three decimals, in every locale with a dot. */
    static String number(double value) {
        String text = String.format(Locale.ROOT, "%.3f", value);
        int end = text.length();
        while (text.charAt(end - 1) == '0') {
            end--;
        }
        String cut = text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end);
        return cut.equals("-0") ? "0" : cut;
    }
}

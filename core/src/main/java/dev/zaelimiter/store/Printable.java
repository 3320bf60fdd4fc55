package dev.zaelimiter.store;

/**
 * Text of somebody else's making, a stored name or a page token, made fit for a message: on one line, and with nothing
 * in it that can't be seen, so that it forges no line of a log and steers no terminal. Pure.
 */
public final class Printable {

    private static final int LONGEST = 60;

    private Printable() {}

    /**
     * A value in quotes, escaped, and cut to 60 characters.
     *
     * @param text what was given or stored
     * @return for example {@code 'a\\u000ab'}
     */
    public static String quoted(String text) {
        return text.length() <= LONGEST
                ? "'" + escaped(text) + "'"
                : "'" + escaped(text.substring(0, LONGEST)) + "\u2026'";
    }

    /**
     * The same text with each character that can't be seen written as its number.
     *
     * @param text any
     * @return the very same if there is none
     */
    public static String escaped(String text) {
        int first = 0;
        while (first < text.length() && !isInvisible(text.charAt(first))) {
            first++;
        }
        if (first == text.length()) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.substring(0, first));
        for (int i = first; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isInvisible(c)) {
                shown.append(String.format("\\u%04x", (int) c));
            } else {
                shown.append(c);
            }
        }
        return shown.toString();
    }

    private static boolean isInvisible(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            case Character.SPACE_SEPARATOR -> c != ' ';
            default -> false;
        };
    }
}

package dev.zaelimiter.cli;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Small pieces of text that several parts of the output share. */
public final class Text {

    /** As 2024-05-31. */
    public static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT);

    /** As 18:05. */
    public static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

    /** As 18:05:59. */
    public static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    /** As 18:05:59.999. */
    public static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    /** As 05-31 18:05. */
    public static final DateTimeFormatter DATE_MINUTES = DateTimeFormatter.ofPattern("MM-dd HH:mm", Locale.ROOT);

    /** As 2024-05-31 18:05:59. */
    public static final DateTimeFormatter DATE_SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private static final int LONGEST_QUOTE = 60;

    private Text() {}

    /**
     * A number with commas between thousands.
     *
     * @param number any
     * @return as 1,234
     */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /**
     * A number of things.
     *
     * @param number any
     * @param one the name of one thing
     * @param many the name of none or several
     * @return as 1,234 rows
     */
    public static String count(long number, String one, String many) {
        return count(number) + " " + (number == 1 ? one : many);
    }

    /**
     * A share in percent, with one decimal; a share that is not 0 never reads as 0.0 %, nor a part as 100.0 %.
     *
     * @param share 0 to 1
     * @return as 12.3%
     */
    public static String percent(double share) {
        double percent = share * 100;
        if (percent > 0 && percent < 0.1) {
            return "<0.1%";
        }
        if (percent > 99.9 && percent < 100) {
            return ">99.9%";
        }
        return String.format(Locale.ROOT, "%.1f%%", percent);
    }

    /**
     * A time, in UTC.
     *
     * @param millis since 1970
     * @param format one of those above
     * @return the text
     */
    public static String at(long millis, DateTimeFormatter format) {
        return format.format(Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC));
    }

    /**
     * Text of a file in quotes: control characters become visible, and what is long is cut.
     *
     * @param text any
     * @return what may stand in a message
     */
    public static String quoted(String text) {
        String shown = text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + "..." : text;
        return "'" + visible(shown) + "'";
    }

    /**
     * Text from outside, in which what would be invisible, or could forge a line or steer a terminal, is escaped.
     *
     * @param text any
     * @return what may be printed
     */
    public static String visible(String text) {
        return text.codePoints().mapToObj(Text::visible).collect(Collectors.joining());
    }

    /**
     * Texts of a file, each in quotes, with commas between; of many only the first.
     *
     * @param texts any
     * @return what may stand in a message
     */
    public static String quotedList(List<String> texts) {
        int shown = Math.min(texts.size(), 30);
        String rest = shown < texts.size() ? " and " + (texts.size() - shown) + " more" : "";
        return texts.subList(0, shown).stream().map(Text::quoted).collect(Collectors.joining(", ")) + rest;
    }

    /**
     * Breaks a text at spaces into indented lines, none longer than the width unless a word is.
     *
     * @param text words with one space between them
     * @param indent what each line begins with
     * @param width characters in a line, with the indent
     * @return at least one line
     */
    public static List<String> wrap(String text, String indent, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(indent);
        for (String word : text.split(" ")) {
            if (line.length() > indent.length() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line = new StringBuilder(indent);
            }
            line.append(line.length() > indent.length() ? " " : "").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private static String visible(int codePoint) {
        return isInvisible(codePoint)
                ? String.format(Locale.ROOT, "\\u%04x", codePoint)
                : Character.toString(codePoint);
    }

    private static boolean isInvisible(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            case Character.SPACE_SEPARATOR -> codePoint != ' ';
            default -> false;
        };
    }
}

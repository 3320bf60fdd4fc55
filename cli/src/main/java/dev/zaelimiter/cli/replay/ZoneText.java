package dev.zaelimiter.cli.replay;

/** Zones at the end of a time: {@code Z}, {@code UTC}, {@code GMT}, {@code +02}, {@code -0700}, {@code +05:30}. */
final class ZoneText {

    /** What is there is no zone. */
    static final long NONE = Long.MIN_VALUE;

    private static final int MOST_HOURS = 18;
    private static final int MOST_MINUTES = 59;

    private ZoneText() {}

    /** How far a zone is ahead of UTC, in milliseconds; {@link #NONE} if the text is no zone. */
    static long offsetMillis(char[] text, int from, int to) {
        int length = to - from;
        if (length == 1 && (text[from] == 'Z' || text[from] == 'z')) {
            return 0;
        }
        if (length == 3) {
            String name = new String(text, from, length);
            if (name.equals("UTC") || name.equals("GMT")) {
                return 0;
            }
        }
        if (text[from] != '+' && text[from] != '-') {
            return NONE;
        }
        boolean colon = length == 6 && text[from + 3] == ':';
        if (length != 3 && length != 5 && !colon) {
            return NONE;
        }
        int hours = twoDigits(text, from + 1);
        int minutes = length == 3 ? 0 : twoDigits(text, colon ? from + 4 : from + 3);
        if (hours < 0 || hours > MOST_HOURS || minutes < 0 || minutes > MOST_MINUTES) {
            return NONE;
        }
        long millis = hours * 3_600_000L + minutes * 60_000L;
        return text[from] == '-' ? -millis : millis;
    }

    /** A number of two digits, or -1. */
    private static int twoDigits(char[] text, int at) {
        int tens = text[at] - '0';
        int ones = text[at + 1] - '0';
        return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
    }
}

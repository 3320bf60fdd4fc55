package dev.zaelimiter.cli.replay;

/** Months as web servers write them: three letters of English, in any case. */
final class MonthNames {

    /** Letters of a name. */
    static final int LENGTH = 3;

    private static final int MONTHS = 12;
    private static final String NAMES = "janfebmaraprmayjunjulaugsepoctnovdec";

    private MonthNames() {}

    /** The month whose name begins at a place, 1 to 12; 0 if none does. */
    static int at(char[] text, int at, int end) {
        if (at + LENGTH > end) {
            return 0;
        }
        for (int month = 0; month < MONTHS; month++) {
            int letter = 0;
            while (letter < LENGTH
                    && NAMES.charAt(LENGTH * month + letter) == Character.toLowerCase(text[at + letter])) {
                letter++;
            }
            if (letter == LENGTH) {
                return month + 1;
            }
        }
        return 0;
    }
}

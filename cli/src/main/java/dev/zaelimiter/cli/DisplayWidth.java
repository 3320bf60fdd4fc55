package dev.zaelimiter.cli;

import java.lang.Character.UnicodeScript;
import java.util.Set;

/** How many columns of a terminal a text takes: two for wide characters of East Asia and emoji, none for marks. */
public final class DisplayWidth {

    private static final Set<UnicodeScript> WIDE =
            Set.of(UnicodeScript.HAN, UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA, UnicodeScript.HANGUL);

    private static final int FULL_WIDTH_FIRST = 0xFF01;
    private static final int FULL_WIDTH_LAST = 0xFF60;
    private static final int CJK_PUNCTUATION_FIRST = 0x3000;
    private static final int CJK_PUNCTUATION_LAST = 0x303E;
    private static final int HALF_WIDTH_FIRST = 0xFF61;
    private static final int HALF_WIDTH_LAST = 0xFFDC;
    private static final int EMOJI_FIRST = 0x1F300;
    private static final int EMOJI_LAST = 0x1FAFF;

    private DisplayWidth() {}

    /**
     * The width of a text.
     *
     * @param text without control characters
     * @return columns, 0 or more
     */
    public static int of(String text) {
        return text.codePoints().map(DisplayWidth::of).sum();
    }

    /**
     * Cuts what does not fit.
     *
     * @param text without control characters
     * @param width columns, 0 or more
     * @return the longest beginning that is no wider
     */
    public static String cut(String text, int width) {
        int used = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            used += of(text.codePointAt(i));
            if (used > width) {
                return text.substring(0, i);
            }
        }
        return text;
    }

    private static int of(int codePoint) {
        int type = Character.getType(codePoint);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        return isWide(codePoint) ? 2 : 1;
    }

    private static boolean isWide(int codePoint) {
        if (codePoint < CJK_PUNCTUATION_FIRST) {
            // Hangul's leading consonants are the only wide ones below.
            return codePoint >= 0x1100 && codePoint <= 0x115F;
        }
        return isIn(codePoint, CJK_PUNCTUATION_FIRST, CJK_PUNCTUATION_LAST)
                || isIn(codePoint, FULL_WIDTH_FIRST, FULL_WIDTH_LAST)
                || isIn(codePoint, EMOJI_FIRST, EMOJI_LAST)
                || (WIDE.contains(UnicodeScript.of(codePoint)) && !isIn(codePoint, HALF_WIDTH_FIRST, HALF_WIDTH_LAST));
    }

    private static boolean isIn(int codePoint, int first, int last) {
        return codePoint >= first && codePoint <= last;
    }
}

package dev.zaelimiter;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The loops of {@link Names} say what the rules, written as regular expressions, say. */
class NamesTest {

    private static final Pattern ENTITY = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.\\-:@]{0,255}");
    private static final Pattern RESOURCE = Pattern.compile("[A-Za-z][A-Za-z0-9_.\\-/:]{0,63}");
    private static final Pattern LIMIT = Pattern.compile("(?!wcu$)[A-Za-z][A-Za-z0-9_.\\-]{0,63}");

    /** The neighbours of every range, signs of the other rules, and letters and digits that are not ASCII. */
    private static final String SIGNS =
            "azAZ09azAZ09mM5_.-:@/`{[/:@^, \n\r\t\0\u00e9\u00df\u0131\u0660\uff21\uff11\u2028\ud83d\ude00\u007f";

    private static final List<String> LENGTHS_AND_ODD_ONES = List.of(
            "",
            "a",
            "7",
            "a\n",
            "\na",
            "a\r",
            "a\u2028",
            " a",
            "a ",
            "wcu",
            "wcu2",
            "WCU",
            "wc",
            "wcu\n",
            "a".repeat(63),
            "a".repeat(64),
            "a".repeat(65),
            "a".repeat(255),
            "a".repeat(256),
            "a".repeat(257),
            "a".repeat(255) + "\n",
            "a".repeat(63) + "\n");

    @Test
    void names_everyCharacter_isJudgedAsByTheRule() {
        for (int c = 0; c <= Character.MAX_VALUE; c += c < 0x300 ? 1 : 31) {
            check(Character.toString(c));
            check("x" + Character.toString(c));
        }
    }

    @Test
    void names_lengthsAndOddOnes_areJudgedAsByTheRule() {
        LENGTHS_AND_ODD_ONES.forEach(NamesTest::check);
    }

    @Test
    void names_randomText_isJudgedAsByTheRule() {
        Seeds.each(10_000, random -> check(randomText(random)));
    }

    @Test
    void names_null_isRefused() {
        assertThatThrownBy(() -> Names.entity("entity", null)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> Names.resource(null)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> Names.limit("take", null)).isInstanceOf(InvalidInputException.class);
    }

    /** Half of them are legal but for one character at most. */
    private static String randomText(SplittableRandom random) {
        boolean mostlyLegal = random.nextBoolean();
        int length = random.nextInt(random.nextInt(10) == 0 ? 300 : 12);
        int odd = mostlyLegal ? random.nextInt(length + 5) : -1;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            boolean legal = mostlyLegal && i != odd;
            text.append(SIGNS.charAt(random.nextInt(legal ? 15 : SIGNS.length())));
        }
        return text.toString();
    }

    private static void check(String text) {
        check(text, ENTITY, value -> Names.entity("entity", value));
        check(text, RESOURCE, Names::resource);
        check(text, LIMIT, value -> Names.limit("take", value));
    }

    private static void check(String text, Pattern rule, UnaryOperator<String> names) {
        String passed;
        try {
            passed = names.apply(text);
        } catch (InvalidInputException e) {
            passed = null;
        }
        // An assertion for each of so many would take longer than all the rest.
        if (rule.matcher(text).matches() != text.equals(passed)) {
            fail("%s of '%s'", rule, text);
        }
    }
}

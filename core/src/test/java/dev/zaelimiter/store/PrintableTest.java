package dev.zaelimiter.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S10: what others have named is shown on one line, escaped and short")
class PrintableTest {

    private static final String EVIL = "a\nINFO forged\u001b[2J\u2028\u202eb\u00a0";

    @Test
    void escaped_invisible_isWrittenAsItsNumber() {
        assertThat(Printable.escaped(EVIL)).isEqualTo("a\\u000aINFO forged\\u001b[2J\\u2028\\u202eb\\u00a0");
        assertThat(Printable.escaped("gpt-4/ä 漢")).isEqualTo("gpt-4/ä 漢");
    }

    @Test
    void quoted_long_isCut() {
        assertThat(Printable.quoted("x".repeat(60))).isEqualTo("'" + "x".repeat(60) + "'");
        assertThat(Printable.quoted("x".repeat(100_000))).isEqualTo("'" + "x".repeat(60) + "…'");
    }

    @Test
    void messages_ofStoresAndKeys_areEscaped() {
        assertThat(new StoreException.Misuse(EVIL, null)).hasMessage(Printable.escaped(EVIL));
        assertThat(Key.of(EVIL, "s\n")).hasToString(Printable.escaped(EVIL) + " s\\u000a");
    }
}

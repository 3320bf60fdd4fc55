package dev.zaelimiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisplayWidthTest {

    @ParameterizedTest
    @CsvSource({
        "'',0",
        "abc,3",
        "schlüssel,9",
        "e\u0301,1",
        "\u65e5\u672c,4",
        "\uff21,2",
        "\uff71,1",
        "\ud55c,2",
        "\u1100,2",
        "\ud83d\ude00,2",
        "\u3042\u30a2,4",
        "\u3001,2"
    })
    void of_countsColumns(String text, int columns) {
        assertThat(DisplayWidth.of(text)).isEqualTo(columns);
    }

    @ParameterizedTest
    @CsvSource({
        "abc,0,''",
        "abc,2,ab",
        "abc,3,abc",
        "abc,9,abc",
        "\u65e5\u672c,3,\u65e5",
        "\u65e5\u672c,1,''",
        "\ud83d\ude00x,1,''",
        "\ud83d\ude00x,2,\ud83d\ude00",
        "ae\u0301x,2,ae\u0301"
    })
    void cut_neverSplitsACharacter(String text, int width, String cut) {
        assertThat(DisplayWidth.cut(text, width)).isEqualTo(cut);
    }
}

package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.cli.BadInputException;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What we rely on of the CSV library, and what we add to it. */
class CsvSourceTest {

    @Test
    void next_plainCells_areRead() {
        assertThat(read("a,b\n1,2\n")).containsExactly(List.of("a", "b"), List.of("1", "2"));
    }

    @Test
    void next_anyLineEnd_endsARow() {
        assertThat(read("a\r\nb\rc\nd")).containsExactly(List.of("a"), List.of("b"), List.of("c"), List.of("d"));
    }

    @Test
    void next_emptyCells_areKept() {
        assertThat(read(",\na,\n,,\"\"")).containsExactly(List.of("", ""), List.of("a", ""), List.of("", "", ""));
    }

    @Test
    void next_quotedCells_mayHoldAnything() {
        assertThat(read("\"a,b\r\nc\",\"say \"\"hi\"\"\"\n\"x\" y,\"\"\n"))
                .containsExactly(List.of("a,b\r\nc", "say \"hi\""), List.of("x y", ""));
    }

    @Test
    void next_quotesInsideACell_areText() {
        assertThat(read("5\" disk,a\"\"b\n \"c\",d\n"))
                .containsExactly(List.of("5\" disk", "a\"\"b"), List.of(" \"c\"", "d"));
    }

    @Test
    void next_unescapedQuotes_leaveOtherRowsAlone() {
        assertThat(read("1,\"he said \"hi\" there\",x\n2,\"say \\\"hi\\\"\",y\n3,a,z\n"))
                .hasSize(3)
                .allMatch(row -> row.size() == 3)
                .last()
                .isEqualTo(List.of("3", "a", "z"));
    }

    @Test
    void next_blankLines_arePassedOver() {
        assertThat(read("\n\r\n  \na\n\n\"\"\nb\n\n")).containsExactly(List.of("a"), List.of("b"));
    }

    @Test
    void line_quotedLineEnds_areCounted() {
        RowSource source = CsvSource.of(new Slow(new StringReader("a\n\n\"b\r\n\r\n\nc\rd\"\r\n\r\ne")));

        List<Long> lines = new ArrayList<>();
        while (source.next()) {
            lines.add(source.row().line());
        }
        assertThat(lines).containsExactly(1L, 3L, 9L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb,\"c\nd\n", "a\nb,\"", "a\nb,\"c\"\"", "a\n\"b\n\",\"c\nd,e"})
    void next_quoteNeverClosed_saysWhereTheRowBegins(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(BadInputException.class)
                .hasMessage("the row that begins on line 2 has no end: a quote is never closed, or it is longer than 4"
                        + " million characters");
    }

    @Test
    void next_longRow_isRead() {
        String cell = "x".repeat(1_500_000);
        String[] many = new String[10_000];
        Arrays.fill(many, "y");

        assertThat(read("a,b\n" + cell + "," + cell + "\n" + String.join(",", many) + "\nc,d\n"))
                .containsExactly(List.of("a", "b"), List.of(cell, cell), List.of(many), List.of("c", "d"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"", "x", ",", "\"\"\"\",", "xxxxxxxxxxxxxxxxxxxxxxxxx,"})
    void next_rowThatNeverEnds_isRefused(String again) {
        RowSource source = CsvSource.of(new Endless("a\n", again));
        source.next();

        assertThatThrownBy(source::next)
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("the row that begins on line 2 has no end");
    }

    @Test
    void next_readingFails_saysWhere() {
        Reader broken = new Reader() {
            private int calls;

            @Override
            public int read(char[] buffer, int offset, int length) throws IOException {
                if (calls++ > 0) {
                    throw new IOException("the disk is on fire");
                }
                "a\nb\nc".getChars(0, 5, buffer, offset);
                return 5;
            }

            @Override
            public void close() {}
        };
        RowSource source = CsvSource.of(broken);
        source.next();
        source.next();

        assertThatThrownBy(source::next)
                .isInstanceOf(BadInputException.class)
                .hasMessage("the disk is on fire (in the row that begins on line 3)");
    }

    /** Reads a few characters at a time, so that the buffer ends everywhere. */
    private static List<List<String>> read(String text) {
        List<List<String>> rows = new ArrayList<>();
        try (RowSource source = CsvSource.of(new Slow(new StringReader(text)))) {
            while (source.next()) {
                List<String> cells = new ArrayList<>();
                for (int i = 0; i < source.row().size(); i++) {
                    cells.add(source.row().cell(i));
                }
                rows.add(cells);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    private static final class Slow extends FilterReader {

        Slow(Reader in) {
            super(in);
        }

        @Override
        public int read(char[] buffer, int offset, int length) throws IOException {
            return super.read(buffer, offset, Math.min(length, 3));
        }
    }

    /** A text, and then another one again and again. */
    private static final class Endless extends Reader {

        private final String again;
        private String text;
        private int at;

        Endless(String first, String again) {
            this.text = first;
            this.again = again;
        }

        @Override
        public int read(char[] buffer, int offset, int length) {
            for (int i = 0; i < length; i++) {
                if (at == text.length()) {
                    text = again;
                    at = 0;
                }
                buffer[offset + i] = text.charAt(at++);
            }
            return length;
        }

        @Override
        public void close() {}
    }
}

package dev.zaelimiter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CsvReaderTest {

    @Test
    void next_plainCells_areRead() throws IOException {
        assertThat(read("a,b\n1,2\n")).containsExactly(List.of("a", "b"), List.of("1", "2"));
    }

    @Test
    void next_anyLineEnd_endsARecord() throws IOException {
        assertThat(read("a\r\nb\rc\nd")).containsExactly(List.of("a"), List.of("b"), List.of("c"), List.of("d"));
    }

    @Test
    void next_emptyCells_areKept() throws IOException {
        assertThat(read(",\na,\n,,\"\"")).containsExactly(List.of("", ""), List.of("a", ""), List.of("", "", ""));
    }

    @Test
    void next_quotedCells_mayHoldAnything() throws IOException {
        assertThat(read("\"a,b\r\nc\",\"say \"\"hi\"\"\"\n\"x\" y,\"\"\n"))
                .containsExactly(List.of("a,b\r\nc", "say \"hi\""), List.of("x y", ""));
    }

    @Test
    void next_blankLines_arePassedOver() throws IOException {
        assertThat(read("\n\r\n  \na\n\n\"\"\nb\n\n")).containsExactly(List.of("a"), List.of("b"));
    }

    @Test
    void line_quotedLineEnds_areCounted() throws IOException {
        CsvReader csv = new CsvReader(new StringReader("a\n\n\"b\r\n\r\n\nc\rd\"\n\ne"));

        List<Long> lines = new ArrayList<>();
        while (csv.next()) {
            lines.add(csv.line());
        }
        assertThat(lines).containsExactly(1L, 3L, 9L);
    }

    @Test
    void next_quoteNeverClosed_saysWhereItOpens() {
        assertThatThrownBy(() -> read("a\nb,\"c\nd\n"))
                .isInstanceOf(BadInputException.class)
                .hasMessage("a quote that opens on line 2 is never closed");
    }

    @Test
    void next_recordLongerThanTheBuffer_isRead() throws IOException {
        String cell = "x".repeat(1_000_000);

        assertThat(read("a,b\n" + cell + "," + cell + "\nc,d\n"))
                .containsExactly(List.of("a", "b"), List.of(cell, cell), List.of("c", "d"));
    }

    @Test
    void next_recordThatNeverEnds_isRefused() {
        Reader endless = new Reader() {
            @Override
            public int read(char[] buffer, int offset, int length) {
                buffer[offset] = '"';
                return 1;
            }

            @Override
            public void close() {}
        };

        assertThatThrownBy(new CsvReader(endless)::next)
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("the row that begins on line 1 is longer than 4 million characters");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void next_randomText_isReadAsCommonsCsvReadsIt(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder();
        String signs = "ab \",,\n\r\"";
        int length = random.nextInt(200);
        for (int i = 0; i < length; i++) {
            text.append(signs.charAt(random.nextInt(signs.length())));
        }
        String closed = text.chars().filter(c -> c == '"').count() % 2 == 0 ? text.toString() : text + "\"";

        List<List<String>> expected;
        try {
            expected = commonsCsv(closed);
        } catch (IOException e) {
            assertThatThrownBy(() -> read(closed)).as("seed %d", seed).isInstanceOf(BadInputException.class);
            return;
        }
        assertThat(read(closed)).as("seed %d: %s", seed, closed).isEqualTo(expected);
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 500);
    }

    private static List<List<String>> commonsCsv(String text) throws IOException {
        CSVFormat format = CSVFormat.DEFAULT.builder().setTrailingData(true).get();
        List<List<String>> records = new ArrayList<>();
        try (CSVParser parser = CSVParser.parse(text, format)) {
            for (var record : parser.getRecords()) {
                if (record.size() > 1 || !record.get(0).isBlank()) {
                    records.add(record.toList());
                }
            }
        } catch (java.io.UncheckedIOException e) {
            throw e.getCause();
        }
        return records;
    }

    /** Reads a few characters at a time, so that the buffer ends everywhere. */
    private static List<List<String>> read(String text) throws IOException {
        List<List<String>> records = new ArrayList<>();
        try (CsvReader csv = new CsvReader(new Slow(new StringReader(text)))) {
            while (csv.next()) {
                List<String> cells = new ArrayList<>();
                for (int i = 0; i < csv.size(); i++) {
                    cells.add(csv.cell(i));
                }
                records.add(cells);
            }
        }
        return records;
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
}

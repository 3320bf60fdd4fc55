package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8ReaderTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8_192})
    void read_properText_isTheText(int most) throws IOException {
        String text = "plain, é, €, 語, 😀 and 𝄞\n".repeat(1_000);

        assertThat(read(text.getBytes(StandardCharsets.UTF_8), most)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "61 e9 62, a\\xe9b",
        "ff, \\xff",
        "c3, \\xc3",
        "e2 82, \\xe2\\x82",
        "e2 82 61, \\xe2\\x82a",
        "f0 9f 98 61, \\xf0\\x9f\\x98a",
        "c0 80, \\xc0\\x80",
        "ed a0 80, \\xed\\xa0\\x80",
        "61 80 c3 a9 80, a\\x80é\\x80"
    })
    void read_bytesThatAreNotUtf8_areKeptAndShown(String hex, String shown) throws IOException {
        byte[] bytes = bytes(hex);

        for (int most : new int[] {1, 2, 100}) {
            char[] read = read(bytes, most).toCharArray();
            assertThat(Utf8Reader.readable(read, 0, read.length)).isEqualTo(shown);
            assertThat(Utf8Reader.holdsStrangeBytes(read, 0, read.length)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void read_anyBytes_tellsThemApart(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] bytes = new byte[50_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : 'a');
        }

        String whole = read(bytes, 100_000);
        assertThat(read(bytes, 1 + random.nextInt(50))).isEqualTo(whole);
        assertThat(bytesOf(whole)).isEqualTo(bytes);
    }

    /** What was read, made bytes again. */
    private static byte[] bytesOf(String text) {
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
        text.codePoints().forEach(c -> {
            if (c >= 0xdc80 && c <= 0xdcff) {
                out.write(c - 0xdc00);
            } else {
                out.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
            }
        });
        return out.toByteArray();
    }

    private static String read(byte[] bytes, int most) throws IOException {
        StringBuilder text = new StringBuilder();
        char[] buffer = new char[most];
        try (Utf8Reader reader = new Utf8Reader(slow(bytes))) {
            for (int read = reader.read(buffer, 0, most); read >= 0; read = reader.read(buffer, 0, most)) {
                text.append(buffer, 0, read);
            }
        }
        return text.toString();
    }

    /** Gives few bytes at a time, as a pipe may. */
    private static InputStream slow(byte[] bytes) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(length, 1 + pos % 5));
            }
        };
    }

    private static byte[] bytes(String hex) {
        String[] parts = hex.split(" ");
        byte[] bytes = new byte[parts.length];
        for (int i = 0; i < parts.length; i++) {
            bytes[i] = (byte) Integer.parseInt(parts[i], 16);
        }
        return bytes;
    }
}

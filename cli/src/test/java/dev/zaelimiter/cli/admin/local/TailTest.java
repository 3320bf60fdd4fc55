package dev.zaelimiter.cli.admin.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TailTest {

    @TempDir
    private Path directory;

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("log.txt"), text);
    }

    @Test
    void last_fewerOrMoreThanThere_areTheLastOnes() throws IOException {
        Path file = file("one\ntwo\r\nthree\nunfinished");
        assertThat(Tail.last(file, 2)).containsExactly("three", "unfinished");
        assertThat(Tail.last(file, 9)).containsExactly("one", "two", "three", "unfinished");
        assertThat(Tail.last(file, 0)).isEmpty();
        assertThat(Tail.last(file(""), 3)).isEmpty();
        assertThat(Tail.last(directory.resolve("none"), 3)).isEmpty();
    }

    @Test
    void last_longFile_isReadFromItsEnd() throws IOException {
        Path file = file("x".repeat(Tail.MOST_BYTES) + "\nlast\n");
        assertThat(Tail.last(file, 5)).containsExactly("last");
    }

    /** A line that was half written when it was looked at was shown as two, and a letter of two bytes as none. */
    @Test
    void lines_writtenBitByBit_areShownWhole() throws IOException {
        Path file = file("old\nfirst h");
        byte[] bytes = "älf\nsecond\nthird".getBytes(StandardCharsets.UTF_8);
        Queue<byte[]> later = new ArrayDeque<>();
        for (byte each : bytes) {
            later.add(new byte[] {each});
        }
        List<String> seen = new ArrayList<>();

        Tail.lines(
                file,
                1,
                () -> {
                    byte[] next = later.poll();
                    if (next != null) {
                        append(file, next);
                    }
                    return next != null;
                },
                seen::add);

        assertThat(seen).containsExactly("old", "first hälf", "second", "third");
    }

    private static void append(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void lines_whenNobodyListens_ends() throws IOException {
        List<String> seen = new ArrayList<>();
        Tail.lines(file("one\ntwo\n"), 5, () -> true, line -> {
            seen.add(line);
            return false;
        });
        assertThat(seen).containsExactly("one");
    }

    @Test
    void running_anyNames_areReadAsTheyWereWritten() {
        Running running = new Running(
                Running.Kind.container, "zae-limiter-local-1", "ümage:1 # x", 1, "a=b", "c:d\n", Instant.EPOCH);
        assertThat(Running.parse(running.text())).isEqualTo(running);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "kind=container",
                "kind=podman\nhandle=a\nport=1\ntable=t\nnamespace=n\nsince=2026-01-01T00:00:00Z",
                "kind=dynoxide\nhandle=x y\nport=1\ntable=t\nnamespace=n\nsince=2026-01-01T00:00:00Z",
                "kind=dynoxide\nhandle=17\nport=1\ntable=t\nnamespace=n\nsince=2026-01-01T00:00:00Z",
                "kind=container\nhandle=a\nport=99999\ntable=t\nnamespace=n\nsince=2026-01-01T00:00:00Z",
                "kind=container\nhandle=a\nport=1\ntable=t\nnamespace=n\nsince=today",
                "\\u00zz=1"
            })
    void running_anythingElse_isRefused(String text) {
        assertThatThrownBy(() -> Running.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}

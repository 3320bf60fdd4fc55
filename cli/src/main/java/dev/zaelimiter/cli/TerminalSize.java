package dev.zaelimiter.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How large the terminal of this process is, which may change while it runs.
 *
 * @param rows lines
 * @param columns characters in a line
 */
public record TerminalSize(int rows, int columns) {

    private static final int LARGEST = 9999;
    private static final File TERMINAL = new File("/dev/tty");

    /**
     * Asks the terminal, which takes a few milliseconds.
     *
     * @return null if there is none, it does not know, or there is no {@code stty} to ask it
     */
    public static @Nullable TerminalSize ask() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(TERMINAL)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!stty.waitFor(1, TimeUnit.SECONDS)) {
                stty.destroyForcibly();
                return null;
            }
            return parse(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Two numbers; a terminal that was never told its size says 0 0. */
    static @Nullable TerminalSize parse(String text) {
        String[] numbers = text.strip().split(" ");
        if (numbers.length != 2 || !numbers[0].matches("[0-9]{1,4}") || !numbers[1].matches("[0-9]{1,4}")) {
            return null;
        }
        int rows = Integer.parseInt(numbers[0]);
        int columns = Integer.parseInt(numbers[1]);
        return columns == 0 ? null : new TerminalSize(rows == 0 ? LARGEST : rows, columns);
    }
}

package dev.zaelimiter.cli.admin.watch;

import dev.zaelimiter.cli.admin.output.Output;
import java.util.List;

/** Draws pictures over one another, below what the terminal showed before. For one thread. */
final class Screen implements AutoCloseable {

    private static final String HIDE_CURSOR = "\u001b[?25l";
    private static final String SHOW_CURSOR = "\u001b[?25h";
    private static final String CLEAR_BELOW = "\u001b[J";
    private static final String CLEAR_LINE = "\u001b[K";

    private final Output output;
    private int drawn;

    Screen(Output output) {
        this.output = output;
        output.raw(HIDE_CURSOR);
    }

    void draw(List<String> lines) {
        StringBuilder picture = new StringBuilder();
        if (drawn > 0) {
            picture.append("\u001b[").append(drawn).append("A\r");
        }
        lines.forEach(line -> picture.append(line).append(CLEAR_LINE).append(System.lineSeparator()));
        picture.append(CLEAR_BELOW);
        output.raw(picture.toString());
        drawn = lines.size();
    }

    @Override
    public void close() {
        output.raw(SHOW_CURSOR);
    }
}

package dev.zaelimiter.cli.admin.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.OutputForm;
import dev.zaelimiter.cli.Terminal;
import dev.zaelimiter.cli.TerminalSize;
import dev.zaelimiter.cli.admin.output.Output;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScreenTest {

    private static final String END = "\u001b[K" + System.lineSeparator();

    private static final TerminalSize SIZE = new TerminalSize(24, 80);

    private final StringWriter written = new StringWriter();
    private final Output output = new Output(
            new PrintWriter(written), OutputForm.table, new Terminal(true, 80, StandardCharsets.UTF_8, false));

    @Test
    void draw_again_goesUpByWhatWasDrawn_andClearsWhatIsLeft() {
        try (Screen screen = new Screen(output)) {
            screen.draw(List.of("one", "two", "three"), SIZE);
            screen.draw(List.of("four"), SIZE);
            screen.draw(List.of("five"), SIZE);
        }
        assertThat(written.toString())
                .isEqualTo("\u001b[?25l\u001b[?7l"
                        + "one" + END + "two" + END + "three" + END + "\u001b[J"
                        + "\u001b[3A\rfour" + END + "\u001b[J"
                        + "\u001b[1A\rfive" + END + "\u001b[J"
                        + "\u001b[?7h\u001b[?25h");
    }

    @Test
    void close_afterAFailure_givesTheCursorBack() {
        try (Screen screen = new Screen(output)) {
            screen.draw(List.of(), SIZE);
            throw new IllegalStateException("the store has failed");
        } catch (IllegalStateException expected) {
            assertThat(written.toString()).isEqualTo("\u001b[?25l\u001b[?7l\u001b[J\u001b[?7h\u001b[?25h");
        }
    }

    /** C5: after a resize the lines of the last picture are broken elsewhere, and pictures piled up. */
    @Test
    void draw_afterAResize_clearsAll() {
        try (Screen screen = new Screen(output)) {
            screen.draw(List.of("one", "two"), SIZE);
            screen.draw(List.of("one", "two"), new TerminalSize(24, 40));
        }
        assertThat(written.toString())
                .contains("\u001b[J\u001b[H\u001b[2Jone" + END)
                .doesNotContain("\u001b[2A");
    }

    /** C5: the cursor can't go up beyond the first line, so a picture that is too high piled up. */
    @Test
    void draw_moreThanTheTerminalHolds_isCutAndSaysSo() {
        try (Screen screen = new Screen(output)) {
            screen.draw(List.of("one", "two", "three", "four", "five"), new TerminalSize(4, 80));
            screen.draw(List.of("six"), new TerminalSize(4, 80));
        }
        assertThat(written.toString())
                .contains("one" + END + "two" + END + "and 3 more lines" + END + "\u001b[J\u001b[3A\rsix")
                .doesNotContain("four");
    }
}

package dev.zaelimiter.cli.admin.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.Form;
import dev.zaelimiter.cli.Terminal;
import dev.zaelimiter.cli.admin.output.Output;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScreenTest {

    private static final String END = "\u001b[K" + System.lineSeparator();

    private final StringWriter written = new StringWriter();
    private final Output output =
            new Output(new PrintWriter(written), Form.table, new Terminal(true, 80, StandardCharsets.UTF_8, false));

    @Test
    void draw_again_goesUpByWhatWasDrawn_andClearsWhatIsLeft() {
        try (Screen screen = new Screen(output)) {
            screen.draw(List.of("one", "two", "three"));
            screen.draw(List.of("four"));
            screen.draw(List.of("five"));
        }
        assertThat(written.toString())
                .isEqualTo("\u001b[?25l"
                        + "one" + END + "two" + END + "three" + END + "\u001b[J"
                        + "\u001b[3A\rfour" + END + "\u001b[J"
                        + "\u001b[1A\rfive" + END + "\u001b[J"
                        + "\u001b[?25h");
    }

    @Test
    void close_afterAFailure_givesTheCursorBack() {
        try (Screen screen = new Screen(output)) {
            screen.draw(List.of());
            throw new IllegalStateException("the store has failed");
        } catch (IllegalStateException expected) {
            assertThat(written.toString()).isEqualTo("\u001b[?25l\u001b[J\u001b[?25h");
        }
    }
}

package dev.zaelimiter.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Each program prints what it promises, and ends. */
class ExamplesTest {

    @Test
    void quickStart_grantsThreeAndRefusesTheFourth() {
        List<String> lines = printed(QuickStart::main);

        assertThat(lines).hasSize(4);
        assertThat(lines.subList(0, 3))
                .containsExactly("request 1: granted", "request 2: granted", "request 3: granted");
        // 1,200 s to the next one, less what has passed since the first.
        assertThat(lines.get(3)).matches("request 4: refused, Retry-After: 1[12]\\d\\d");
    }

    @Test
    void llmCall_settlesRefusesAndGivesBack() {
        List<String> lines = printed(LlmCall::main);

        assertThat(lines).hasSize(5);
        assertThat(lines.get(0)).isEqualTo("answered: an answer to: hello");
        assertThat(lines.get(1)).isEqualTo("left to key-1: 350");
        assertThat(lines.get(2))
                .startsWith("key-1/gpt-4 tokens 1000/86400s: 350 of 1000 available, 500 requested, retry in ");
        assertThat(lines.get(3)).isEqualTo("project-a/gpt-4 tokens 2000/86400s: 1350 of 2000 available, 500 requested");
        assertThat(lines.get(4)).isEqualTo("failed, so nothing is charged; left: 350");
    }

    @Test
    void asyncCalls_admitsFourOfTen() {
        assertThat(printed(AsyncCalls::main)).containsExactly("fetched 4 of 10");
    }

    @Test
    void testYourLimits_countsOnTheClockAlone() {
        assertThat(printed(TestYourLimits::main))
                .containsExactly("at once: 50", "after 30 s: 5", "after a day: 50", "then wait: 6000 ms");
    }

    private static List<String> printed(Consumer<String[]> program) {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            System.setOut(out);
            program.accept(new String[0]);
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}

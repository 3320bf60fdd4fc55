package dev.zaelimiter.cli.admin.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.NamePage;
import dev.zaelimiter.cli.OutputForm;
import dev.zaelimiter.cli.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OutputTest {

    private static final int ALL = 100_000;

    /** A reader that leaves after the first lines, as {@code | head} does. */
    private static Writer leaving() {
        return new Writer() {
            private boolean gone;

            @Override
            public void write(char[] text, int offset, int length) throws IOException {
                if (gone) {
                    throw new IOException("Broken pipe");
                }
            }

            @Override
            public void flush() {
                gone = true;
            }

            @Override
            public void close() {}
        };
    }

    private static Output output(OutputForm form) {
        return new Output(new PrintWriter(leaving()), form, Terminal.plain(80, StandardCharsets.UTF_8));
    }

    /** Ran to the end of a list though nobody read it. */
    @ParameterizedTest
    @EnumSource(OutputForm.class)
    void stream_readerLeaves_readsNoMore(OutputForm form) {
        AtomicLong read = new AtomicLong();
        Iterator<Map<String, @Nullable Object>> rows = Stream.generate(read::incrementAndGet)
                .limit(ALL)
                .map(number -> Output.fields("number", number))
                .iterator();
        output(form).stream(rows, "none");
        assertThat(read.get()).isBetween(1L, 2_000L);
    }

    @ParameterizedTest
    @EnumSource(OutputForm.class)
    void column_readerLeaves_asksForNoMorePages(OutputForm form) {
        AtomicLong pages = new AtomicLong();
        output(form)
                .column(
                        "name",
                        after -> new NamePage(
                                List.of("a"), pages.incrementAndGet() < ALL ? Optional.of("more") : Optional.empty()),
                        "none");
        assertThat(pages.get()).isBetween(1L, 3L);
    }
}

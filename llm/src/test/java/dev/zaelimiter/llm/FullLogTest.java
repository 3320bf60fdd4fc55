package dev.zaelimiter.llm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Each line of the log fails to be written: the logger of the tests writes to standard error. */
@DisplayName("a log that threw was thrown into the call to a model, whose end then nobody was told")
class FullLogTest extends OnAModel {

    private static final int ENOUGH_TO_BE_LOGGED = 1000;

    private final PrintStream before = System.err;
    private final AtomicInteger lines = new AtomicInteger();

    @BeforeEach
    void fill() {
        System.setErr(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8) {
            @Override
            public void println(String line) {
                lines.incrementAndGet();
                throw new IllegalStateException("the disk of the log is full");
            }
        });
    }

    @AfterEach
    void empty() {
        System.setErr(before);
    }

    @Test
    void answered_leaseEndedBySomebodyElse_isReported() {
        for (int i = 1; i <= ENOUGH_TO_BE_LOGGED && lines.get() == 0; i++) {
            ModelCall call = begin();
            call.lease().giveBack();
            call.saw(ModelUsage.of(10, 10, 20));
            call.answered();
            assertThat(reports).hasSize(i);
        }
        assertThat(lines).hasPositiveValue();
    }

    @Test
    void answered_listenerThrows_isSettled() {
        ModelLimiter limiter = builder()
                .listener(new ModelListener() {
                    @Override
                    public void ended(CallReport report) {
                        throw new IllegalStateException("mine");
                    }
                })
                .build();
        for (int i = 1; i <= ENOUGH_TO_BE_LOGGED && lines.get() == 0; i++) {
            ModelCall call = limiter.begin("key-" + i, "gpt-4", PROMPT);
            call.saw(ModelUsage.of(10, 10, 20));
            call.answered();
            assertThat(used("key-" + i, "tpm")).isEqualTo(20);
        }
        assertThat(lines).hasPositiveValue();
    }

    @Test
    void begin_estimatorThatFails_goesOnWithTheEstimateOfLastResort() {
        ModelLimiter limiter = builder()
                .estimator(text -> {
                    throw new IllegalStateException("mine");
                })
                .estimateOfLastResort(70)
                .build();
        for (int i = 1; i <= ENOUGH_TO_BE_LOGGED && lines.get() == 0; i++) {
            limiter.begin("key-" + i, "gpt-4", PROMPT).answered();
            assertThat(used("key-" + i, "tpm")).isEqualTo(70);
        }
        assertThat(lines).hasPositiveValue();
    }
}

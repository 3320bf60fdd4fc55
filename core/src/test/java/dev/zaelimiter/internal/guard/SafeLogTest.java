package dev.zaelimiter.internal.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;

class SafeLogTest {

    @Test
    @DisplayName(
            "a back end of the log that throws keeps nobody from going on: a bucket stayed taken by a line that could not be written")
    void write_logThrows_goesOn() {
        for (Throwable thrown : List.of(new IllegalStateException("the disk is full"), new StackOverflowError())) {
            Lines lines = new Lines(thrown);
            SafeLog log = new SafeLog(lines);
            assertThatCode(() -> {
                        log.error("a fault", new RuntimeException("of ours"));
                        log.warn("the listener {} throws", "L");
                        log.info("again");
                        log.debug("refused: {}", "no thread");
                    })
                    .doesNotThrowAnyException();
            assertThat(lines.written).hasSize(4);
        }
    }

    @Test
    void write_severalArguments_eachInItsPlaceAndTheFailureBeside() {
        Lines lines = new Lines(null);
        SafeLog log = new SafeLog(lines);
        RuntimeException cause = new RuntimeException("gone");
        log.warn("{} of {}", "rpm", "user-1", cause);
        log.error("a fault in the limiter", cause);
        log.debug("nothing of {}", (Object) null);
        assertThat(lines.written)
                .containsExactly(
                        "WARN {} of {} [rpm, user-1] java.lang.RuntimeException: gone",
                        "ERROR a fault in the limiter [] java.lang.RuntimeException: gone",
                        "DEBUG nothing of {} [null] null");
    }

    /** A log that keeps what is written to it, and may then throw. */
    private static final class Lines extends LegacyAbstractLogger {
        private static final long serialVersionUID = 1L;

        private final transient List<String> written = new ArrayList<>();
        private final @Nullable Throwable thrown;

        Lines(@Nullable Throwable thrown) {
            this.thrown = thrown;
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                String format,
                Object @Nullable [] arguments,
                @Nullable Throwable failure) {
            written.add(
                    level + " " + format + " " + (arguments == null ? null : Arrays.asList(arguments)) + " " + failure);
            if (thrown instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (thrown instanceof Error error) {
                throw error;
            }
        }

        @Override
        protected @Nullable String getFullyQualifiedCallerName() {
            return null;
        }

        @Override
        public boolean isTraceEnabled() {
            return true;
        }

        @Override
        public boolean isDebugEnabled() {
            return true;
        }

        @Override
        public boolean isInfoEnabled() {
            return true;
        }

        @Override
        public boolean isWarnEnabled() {
            return true;
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }
    }
}

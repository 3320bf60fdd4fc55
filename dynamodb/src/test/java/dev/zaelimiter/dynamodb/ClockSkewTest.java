package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A16: with a clock off by more than five minutes the first call failed as "access denied, check the credentials", and
 * after each jump of the clock another one: the SDK corrects itself, but with its retries off nobody asked again.
 */
final class ClockSkewTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Key KEY = Key.of("p", "s");
    private static final Write WRITE = Write.of(
            WriteShape.update(Condition.itemExists(), List.of(new Action(Verb.ADD, "n", new Operand.WholeSlot(0)))),
            KEY,
            new long[] {-1});
    private static final String WRITTEN =
            "{\"Attributes\":{\"PK\":{\"S\":\"p\"},\"SK\":{\"S\":\"s\"},\"n\":{\"N\":\"4\"}}}";

    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private final StubService service = new StubService();

    private Instant time() {
        return Instant.ofEpochMilli(Environment.system().wallMillis()).plus(ahead.get());
    }

    @ParameterizedTest
    @CsvSource({
        "400, RequestTimeTooSkewed, 600",
        "403, RequestTimeTooSkewed, -600",
        "400, InvalidSignatureException, 86400",
        "400, InvalidSignatureException, -400",
        "403, SignatureDoesNotMatch, 600",
        "403, RequestExpired, 1800",
        "403, RequestInTheFuture, -1800"
    })
    void write_clockIsOff_isSentOnceMoreAndNeverAgain(int status, String code, long secondsAhead) {
        service.whoseTimeIs(this::time, status, code, WRITTEN);
        // The SDK keeps what it knows of the time for the whole process; so that it is wrong now:
        ahead.set(Duration.ofSeconds(secondsAhead).plusHours(12));
        Stubs.store(service.client(), LONG).write(WRITE).join();
        int sent = service.operations().size();

        ahead.set(Duration.ofSeconds(secondsAhead));
        DynamoDbItemStore store = Stubs.store(service.client(), LONG);
        assertThat(store.write(WRITE).join()).isInstanceOf(WriteResult.Written.class);
        assertThat(service.operations()).hasSize(sent + 2);
        assertThat(store.write(WRITE).join()).isInstanceOf(WriteResult.Written.class);
        assertThat(service.operations()).hasSize(sent + 3);
    }

    @Test
    void write_clockJumpsWhileAtWork_noCallFails() {
        service.whoseTimeIs(this::time, 400, "InvalidSignatureException", WRITTEN);
        DynamoDbItemStore store = Stubs.store(service.client(), LONG);
        store.write(WRITE).join(); // Corrected once, perhaps: the SDK keeps what it knows of the time for the process.
        int sent = service.operations().size();

        ahead.set(Duration.ofHours(-3));
        store.write(WRITE).join();
        assertThat(service.operations()).hasSize(sent + 2);
        ahead.set(Duration.ofHours(5));
        store.write(WRITE).join();
        assertThat(service.operations()).hasSize(sent + 4);
    }

    @Test
    void read_clockIsOff_succeeds() {
        ahead.set(Duration.ofMinutes(30));
        service.whoseTimeIs(this::time, 400, "RequestTimeTooSkewed", "{}");

        assertThat(Stubs.store(service.client(), LONG).get(KEY).join()).isNull();
    }

    @Test
    void connect_clockIsOff_opens() {
        ahead.set(Duration.ofMinutes(-30));
        service.whoseTimeIs(
                this::time, 400, "RequestTimeTooSkewed", "{\"Table\":" + TableDescriptions.fitting("ACTIVE") + "}");
        Connection connection = Stubs.connection(service.client(), LONG, 4, Environment.system());

        assertThat(new Opening(connection, Environment.system()).check().tableName())
                .isEqualTo("my-table");
    }

    /** Without a date there is nothing to correct the clock by. */
    @Test
    void write_wrongSignature_isDeniedAndNamesKeyAndClock() {
        service.error(400, "InvalidSignatureException");

        Throwable thrown = catchThrowable(
                () -> Stubs.store(service.client(), LONG).write(WRITE).join());

        assertThat(thrown)
                .hasCauseInstanceOf(StoreException.Denied.class)
                .hasMessageContaining("secret key, and this host's clock");
        assertThat(service.operations()).hasSize(2);
    }

    @Test
    void write_skewThatNothingCorrects_endsAndNamesTheClock() {
        service.error(403, "RequestTimeTooSkewed");

        Throwable thrown = catchThrowable(
                () -> Stubs.store(service.client(), LONG).write(WRITE).join());

        assertThat(thrown).hasCauseInstanceOf(StoreException.Denied.class).hasMessageContaining("clock is wrong");
        assertThat(service.operations()).hasSize(2);
    }
}

package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ClockStatus;
import dev.zaelimiter.Environment;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A process learns the server's time from answers of every kind, and stamps by it. */
class ServerTimeTest {

    private static final Key KEY = Key.of("p", "s");
    private static final Instant SERVER = Instant.parse("2026-03-01T12:00:00Z");

    private final ManualClock local = new ManualClock(SERVER.minus(Duration.ofMinutes(10)));
    private final ServerTimeEnvironment environment = new ServerTimeEnvironment(local);
    private final StubService service = new StubService();
    private final DynamoDbItemStore store = Stubs.store(service.client(), Duration.ofSeconds(30), 4, environment);

    private static String header(Instant time) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atOffset(ZoneOffset.UTC));
    }

    @Test
    void wallMillis_localClockTenMinutesBehind_isTheServers() {
        service.answer(200, "{}").dated(header(SERVER));

        store.get(KEY).join();

        assertThat(environment.wallMillis() - SERVER.toEpochMilli()).isBetween(0L, 1000L);
        assertThat(environment.clockStatus().answers()).isEqualTo(1);
        assertThat(environment.clockStatus().offsetMillis()).isBetween(600_000L, 601_000L);
        assertThat(environment.clockStatus().boundMillis()).isBetween(0L, 1000L);
    }

    @Test
    void wallMillis_refusalsAndFailures_tellTheTimeToo() {
        service.error(400, "ProvisionedThroughputExceededException").dated(header(SERVER));

        assertThat(store.get(KEY)).failsWithin(Duration.ofSeconds(5)).withThrowableOfType(Exception.class);

        assertThat(environment.clockStatus().answers()).isEqualTo(1);
        assertThat(environment.wallMillis() - SERVER.toEpochMilli()).isBetween(0L, 1000L);
    }

    @Test
    void wallMillis_noDateOrNonsense_staysLocal() {
        service.answer(200, "{}");
        store.get(KEY).join();
        service.dated("yesterday");
        store.get(KEY).join();

        assertThat(environment.clockStatus()).isEqualTo(ClockStatus.LOCAL);
        assertThat(environment.wallMillis()).isEqualTo(local.wallMillis());
    }

    /** It once kept its place in line for ever, and its caller waited for ever. */
    @Test
    void get_clockThatFails_endsAndLeavesItsPlaceToOthers() {
        service.answer(200, "{}").dated(header(SERVER));
        DynamoDbItemStore single = Stubs.store(
                service.client(), Duration.ofSeconds(30), 1, new ServerTimeEnvironment(failingOnceAfterSending(local)));

        assertThat(single.get(KEY))
                .failsWithin(Duration.ofSeconds(5))
                .withThrowableThat()
                .withCauseInstanceOf(StoreException.Uncertain.class);
        assertThat(single.get(KEY)).succeedsWithin(Duration.ofSeconds(5));
    }

    /** Its monotonic clock is first asked when a request is sent, and then when the answer is there. */
    private static Environment failingOnceAfterSending(Environment sound) {
        AtomicInteger asked = new AtomicInteger();
        return (Environment) Proxy.newProxyInstance(
                Environment.class.getClassLoader(), new Class<?>[] {Environment.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("monotonicNanos") && asked.incrementAndGet() == 2) {
                        throw new IllegalStateException("no time");
                    }
                    return method.invoke(sound, arguments);
                });
    }
}

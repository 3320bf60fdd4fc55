package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.testkit.Fault;
import dev.zaelimiter.testkit.FaultyStore;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No test waits: the clock moves when a test says so. No test mocks: the store fails for real. */
class MailerTest {

    private final ManualClock clock = new ManualClock();
    private final FaultyStore store = FaultyStore.over(new InMemoryStore(clock));
    private final LimitRepository repository =
            RepositoryBuilder.on(store).environment(clock).build();
    private final Mailer mailer = new Mailer(repository);

    @BeforeEach
    void limits() {
        repository.limits().setResourceDefaults("mail", Limit.perMinute("sends", 10));
    }

    @AfterEach
    void close() {
        repository.close();
    }

    @Test
    void send_moreThanTheLimit_isToldWhenToComeBack() {
        for (int i = 0; i < 10; i++) {
            assertEquals("sent", mailer.send("a"));
        }
        assertEquals("later, in 6 s", mailer.send("a"));
        assertEquals("sent", mailer.send("b"));

        clock.advance(Duration.ofSeconds(6));
        assertEquals("sent", mailer.send("a"));
    }

    @Test
    void send_whenTheStoreSaysNo_isKept() {
        store.failNext(Fault.DENIED, 1);
        assertEquals("kept for tomorrow", mailer.send("a"));
        assertEquals("sent", mailer.send("a"));
    }
}

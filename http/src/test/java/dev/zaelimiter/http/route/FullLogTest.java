package dev.zaelimiter.http.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.http.FullLog;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Over a line of the log no request goes unanswered, and none is charged otherwise. */
class FullLogTest extends OnAGate {

    private static final int ENOUGH_TO_BE_LOGGED = 1000;

    @Test
    @DisplayName("a log that threw kept what goes back by the status, and was thrown into the filter")
    void completed_settlementThatThrows_isChargedByItsStatus() {
        HttpLimiter gate = gate(route -> route.giveBackWhen(status -> status >= 500)
                .settle("rpm", result -> {
                    throw new IllegalStateException("mine");
                })
                .settle("bytes", Spent.bytes()));
        try (FullLog log = new FullLog()) {
            for (int i = 0; i < ENOUGH_TO_BE_LOGGED && log.lines() == 0; i++) {
                String key = "key-" + i;
                enter(gate, call().by(key)).completed(call().ended(503, 10));
                assertThat(left(key, "rpm")).isEqualTo(3);
                assertThat(left(key, "bytes")).isEqualTo(990);
            }
            assertThat(log.lines()).isPositive();
        }
    }

    @Test
    @DisplayName("a log that threw was thrown into the request that could not be checked")
    void enter_limitThatDoesNotExist_is500() {
        Route route = Route.of("/v1/**")
                .resource("api")
                .key(RequestKey.principal())
                .take("nonesuch", 1)
                .build();
        try (FullLog log = new FullLog()) {
            HttpLimiter gate = HttpLimiter.of(Routes.of(route), answers);
            assertThat(enter(gate, call()).answer().status()).isEqualTo(500);
            assertThat(enterAsync(gate, call()).join().answer().status()).isEqualTo(500);
            assertThat(log.lines()).isEqualTo(2);
        }
    }
}

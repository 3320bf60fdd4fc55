package dev.zaelimiter.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.http.route.Spent;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a call may be sent, on a clock that stands still. */
class OutgoingLimitsTest {

    private static final URI THERE = URI.create("https://api.example.org/v1/chat");
    private static final URI ELSEWHERE = URI.create("https://other.example.org/");

    private final ManualClock clock = new ManualClock();
    private final InMemoryStore store = new InMemoryStore(clock);
    private final LimitRepository repository =
            RepositoryBuilder.on(store).environment(clock).build();

    @AfterEach
    void close() {
        repository.close();
        store.close();
    }

    private OutgoingLimitsBuilder limits() {
        return OutgoingLimits.builder().environment(clock);
    }

    private static void answer(OutgoingCall call, int status, Map<String, String> fields) {
        call.answered(status, name -> fields.containsKey(name) ? List.of(fields.get(name)) : List.of());
    }

    private static void refuse(OutgoingLimits limits, String retryAfter) {
        answer(limits.begin("GET", THERE), 429, Map.of("Retry-After", retryAfter));
    }

    @Test
    void begin_afterARefusal_isHeldBackUntilItsTime() {
        OutgoingLimits limits = limits().build();
        refuse(limits, "5");

        assertThatThrownBy(() -> limits.begin("GET", THERE))
                .isInstanceOf(HeldBackException.class)
                .hasMessageContaining("https://api.example.org")
                .extracting(e -> ((HeldBackException) e).retryAfter())
                .isEqualTo(Duration.ofSeconds(5));
        limits.begin("GET", ELSEWHERE).failed();
        clock.advance(Duration.ofSeconds(5));
        limits.begin("GET", THERE).failed();
    }

    @Test
    void listener_isToldWhatIsSaid_andNothingElse() {
        List<String> heard = new ArrayList<>();
        OutgoingLimits limits = limits().listener((scope, word) -> heard.add(scope + ": " + word))
                .build();
        answer(limits.begin("GET", THERE), 200, Map.of());
        answer(limits.begin("GET", THERE), 200, Map.of("RateLimit", "\"rpm\";r=7;t=30"));
        refuse(limits, "5");

        assertThat(heard)
                .containsExactly(
                        "https://api.example.org: 200, 7 left for 30000 ms",
                        "https://api.example.org: 429, pause of 5000 ms");
    }

    @Test
    void heard_ofACallThatWasNotBegunHere_holdsBackLaterOnes() {
        OutgoingLimits limits = limits().build();
        limits.heard(THERE, 429, name -> name.equals("Retry-After") ? List.of("5") : List.of());

        assertThatThrownBy(() -> limits.begin("GET", THERE)).isInstanceOf(HeldBackException.class);
        clock.advance(Duration.ofSeconds(5));
        limits.begin("GET", THERE).failed();
    }

    @Test
    void beginAsync_afterARefusal_waitsUntilItsTime() {
        OutgoingLimits limits = limits().waitAtMost(Duration.ofSeconds(10)).build();
        refuse(limits, "5");
        CompletableFuture<OutgoingCall> waiting = limits.beginAsync("GET", THERE);

        clock.advance(Duration.ofMillis(4_999));
        assertThat(waiting).isNotDone();
        clock.advance(Duration.ofMillis(1));
        assertThat(waiting).isCompleted();
    }

    @Test
    void beginAsync_waitThatIsTooLong_failsImmediately() {
        OutgoingLimits limits = limits().waitAtMost(Duration.ofSeconds(4)).build();
        refuse(limits, "5");
        assertThat(limits.beginAsync("GET", THERE)).isCompletedExceptionally();
    }

    @Test
    void beginAsync_heldBackAnewWhileItWaits_waitsOnOrFails() {
        OutgoingLimits limits = limits().waitAtMost(Duration.ofSeconds(10)).build();
        OutgoingCall late = limits.begin("GET", THERE);
        refuse(limits, "5");
        CompletableFuture<OutgoingCall> waiting = limits.beginAsync("GET", THERE);
        answer(late, 429, Map.of("Retry-After", "9"));
        clock.advance(Duration.ofSeconds(5));
        assertThat(waiting).isNotDone();
        clock.advance(Duration.ofSeconds(4));
        assertThat(waiting).isCompleted();
    }

    /** An answer on its way from before must not call off a pause. */
    @Test
    void begin_laterAnswerThatSaysNothing_keepsThePause() {
        OutgoingLimits limits = limits().build();
        OutgoingCall late = limits.begin("GET", THERE);
        refuse(limits, "5");
        answer(late, 200, Map.of());
        assertThatThrownBy(() -> limits.begin("GET", THERE)).isInstanceOf(HeldBackException.class);
    }

    @Test
    void begin_window_letsNoMoreThroughThanAreLeft() {
        OutgoingLimits limits = limits().build();
        answer(limits.begin("GET", THERE), 200, Map.of("RateLimit", "\"rpm\";r=2;t=30"));
        OutgoingCall one = limits.begin("GET", THERE);
        OutgoingCall two = limits.begin("GET", THERE);
        assertThatThrownBy(() -> limits.begin("GET", THERE))
                .extracting(e -> ((HeldBackException) e).retryAfter())
                .isEqualTo(Duration.ofSeconds(30));

        answer(one, 200, Map.of("RateLimit", "\"rpm\";r=1;t=30"));
        assertThatThrownBy(() -> limits.begin("GET", THERE)).isInstanceOf(HeldBackException.class);
        answer(two, 200, Map.of("RateLimit", "\"rpm\";r=1;t=30"));
        limits.begin("GET", THERE);
        clock.advance(Duration.ofSeconds(30));
        for (int i = 0; i < 10; i++) {
            limits.begin("GET", THERE).failed();
        }
    }

    @Test
    void begin_serviceThatAsksForAYear_isGivenTheLongestPause() {
        OutgoingLimits limits = limits().longestPause(Duration.ofMinutes(1)).build();
        refuse(limits, "31536000");
        clock.advance(Duration.ofMinutes(1));
        limits.begin("GET", THERE).failed();
    }

    @Test
    void begin_refusalWithoutATime_holdsForASecond() {
        OutgoingLimits limits = limits().build();
        answer(limits.begin("GET", THERE), 429, Map.of());
        assertThatThrownBy(() -> limits.begin("GET", THERE)).isInstanceOf(HeldBackException.class);
        clock.advance(Duration.ofSeconds(1));
        limits.begin("GET", THERE).failed();
    }

    private OutgoingLimitsBuilder own() {
        repository.limits().setResourceDefaults("there", Limit.perMinute("rpm", 2));
        return limits().limits(
                        repository,
                        (method, uri) -> uri.equals(THERE)
                                ? Optional.of(AcquireRequest.of("me", "there", "rpm", 1))
                                : Optional.empty());
    }

    private long left() {
        return repository
                .rateLimiter()
                .check(AcquireRequest.of("me", "there", "rpm", 1))
                .available("rpm");
    }

    @Test
    void begin_ownLimits_refuseAndAreKept() {
        OutgoingLimits limits = own().build();
        limits.begin("GET", THERE).failed();
        answer(limits.begin("GET", THERE), 200, Map.of());
        assertThatThrownBy(() -> limits.begin("GET", THERE)).isInstanceOf(RateLimitExceededException.class);
        assertThat(limits.beginAsync("GET", THERE)).isCompletedExceptionally();
        limits.begin("GET", ELSEWHERE).failed();
    }

    @Test
    void begin_heldBack_takesNothingOfOnesOwn() {
        OutgoingLimits limits = own().build();
        refuse(limits, "5");
        assertThatThrownBy(() -> limits.begin("GET", THERE)).isInstanceOf(HeldBackException.class);
        assertThat(left()).isEqualTo(1);
    }

    @Test
    void beginAsync_cancelledWhileHeldBack_givesBackImmediately() {
        OutgoingLimits limits = own().waitAtMost(Duration.ofSeconds(10)).build();
        refuse(limits, "5");
        CompletableFuture<OutgoingCall> waiting = limits.beginAsync("GET", THERE);
        assertThat(left()).isZero();
        waiting.cancel(false);
        assertThat(left()).isEqualTo(1);
        clock.advance(Duration.ofSeconds(5));
        limits.begin("GET", THERE).failed();
    }

    @Test
    void beginAsync_ownLimits_waitForTheirTokens() {
        OutgoingLimits limits = own().waitAtMost(Duration.ofMinutes(1)).build();
        limits.begin("GET", THERE).failed();
        limits.begin("GET", THERE).failed();
        CompletableFuture<OutgoingCall> waiting = limits.beginAsync("GET", THERE);
        assertThat(waiting).isNotDone();
        clock.advance(Duration.ofSeconds(30));
        assertThat(waiting).isCompleted();
    }

    @Test
    void begin_settledLease_isSettled() {
        OutgoingLimits limits = own().build();
        OutgoingCall call = limits.begin("GET", THERE);
        call.lease().orElseThrow().settle("rpm", 0);
        answer(call, 200, Map.of());
        call.failed();
        answer(call, 429, Map.of("Retry-After", "9"));
        assertThat(left()).isEqualTo(2);
        limits.begin("GET", THERE).failed();
    }

    @Test
    void answered_whatTheResponseSays_isSettledOfWhatTheCallTook() {
        OutgoingLimits limits = own().settle("rpm", Spent.header("X-Used"))
                .settle("of-others", Spent.header("X-Used"))
                .build();
        answer(limits.begin("GET", THERE), 200, Map.of("X-Used", "0"));
        assertThat(left()).isEqualTo(2);
        answer(limits.begin("GET", THERE), 200, Map.of("X-Used", "many"));
        assertThat(left()).isEqualTo(1);
        answer(limits.begin("GET", THERE), 200, Map.of("X-Used", "9223372036854775807"));
        assertThat(left()).isZero();
    }

    @Test
    void begin_fieldsThatThrow_endTheCallAllTheSame() {
        OutgoingLimits limits = own().build();
        OutgoingCall call = limits.begin("GET", THERE);
        assertThatThrownBy(() -> call.answered(200, name -> {
                    throw new IllegalStateException("mine");
                }))
                .hasMessage("mine");
        assertThatThrownBy(() -> call.lease().orElseThrow().keep()).isInstanceOf(RuntimeException.class);
    }

    @Test
    void begin_requestsThatThrow_failTheFuture() {
        OutgoingLimits limits = limits().limits(repository, (method, uri) -> {
                    throw new IllegalStateException("mine");
                })
                .build();
        assertThatThrownBy(() -> limits.begin("GET", THERE)).hasMessage("mine");
        assertThat(limits.beginAsync("GET", THERE)).isCompletedExceptionally();
    }

    @Test
    void begin_thousandsOfServices_areBounded() {
        OutgoingLimits limits = limits().build();
        for (int i = 0; i < 3 * Scopes.MOST; i++) {
            limits.begin("GET", URI.create("https://host-" + i + ".example.org/"))
                    .failed();
        }
        for (int i = 0; i < Scopes.MOST; i++) {
            answer(
                    limits.begin("GET", URI.create("https://paused-" + i + ".example.org/")),
                    429,
                    Map.of("Retry-After", "60"));
        }
        OutgoingCall one = limits.begin("GET", URI.create("https://beyond-1.example.org/"));
        answer(one, 429, Map.of("Retry-After", "60"));
        assertThatThrownBy(() -> limits.begin("GET", URI.create("https://beyond-2.example.org/")))
                .hasMessageContaining("many services");
        clock.advance(Duration.ofSeconds(60));
        limits.begin("GET", URI.create("https://beyond-2.example.org/")).failed();
    }

    @Test
    void builder_valuesOutOfRange_areRefusedByName() {
        assertThatThrownBy(() -> limits().waitAtMost(Duration.ofSeconds(-1)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("waitAtMost");
        assertThatThrownBy(() -> limits().longestPause(Duration.ZERO)).hasMessageContaining("longestPause");
        assertThatThrownBy(() -> limits().pauseOfRefusal(Duration.ofDays(366))).hasMessageContaining("pauseOfRefusal");
    }
}

package dev.zaelimiter.http.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.NameEncoding;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.http.HttpAnswers;
import dev.zaelimiter.http.address.ClientAddresses;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.testkit.FaultyStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request through the gate and back, on a store in memory. */
class HttpLimiterTest {

    private final ManualClock clock = new ManualClock();
    private final InMemoryStore store = new InMemoryStore(clock);
    private final LimitRepository repository =
            RepositoryBuilder.on(store).environment(clock).build();
    private final HttpAnswers answers = HttpAnswers.builder().environment(clock).build();

    HttpLimiterTest() {
        repository.limits().setResourceDefaults("api", Limit.perMinute("rpm", 3), Limit.perMinute("bytes", 1_000));
    }

    @AfterEach
    void close() {
        repository.close();
        store.close();
    }

    private HttpLimiter gate(UnaryOperator<Route.Builder> settings) {
        Route.Builder route = Route.of("/v1/{tenant}/**")
                .resource("api")
                .key(RequestKey.principal())
                .take("rpm", 1)
                .take("bytes", 100);
        return HttpLimiter.of(Routes.of(settings.apply(route).build(), Route.exempt("/v1/free/health")), answers);
    }

    private Passage enter(HttpLimiter gate, TestCall call) {
        return gate.enter(repository.rateLimiter(), call);
    }

    private CompletableFuture<Passage> enterAsync(HttpLimiter gate, TestCall call) {
        return gate.enterAsync(repository.asyncRateLimiter(), call);
    }

    private static TestCall call() {
        return TestCall.of("POST", "/v1/acme/chat").by("key-1");
    }

    private long left(String entity, String limit) {
        return repository
                .rateLimiter()
                .check(AcquireRequest.of(entity, "api", limit, 1))
                .available(limit);
    }

    @Test
    void enter_moreThanTheLimit_isRefusedInTheFormThatIsAccepted() {
        HttpLimiter gate = gate(route -> route);
        for (int i = 0; i < 3; i++) {
            Passage passage = enter(gate, call());
            assertThat(passage.admitted()).isTrue();
            passage.completed(call());
        }
        Passage refused = enter(gate, call().with("Accept", "text/html"));

        assertThat(refused.admitted()).isFalse();
        assertThat(refused.answer().status()).isEqualTo(429);
        assertThat(refused.answer().contentType()).startsWith("text/html");
        assertThat(refused.answer().fields()).extracting(Object::toString).contains("Retry-After: 20");
        assertThat(enter(gate, TestCall.of("POST", "/v1/acme/chat").by("key-2")).admitted())
                .isTrue();
    }

    @Test
    void enter_granted_tellsWhatIsLeftAfterIt() {
        Passage passage = enter(gate(route -> route), call());
        assertThat(passage.fields())
                .extracting(Object::toString)
                .containsExactly(
                        "RateLimit-Policy: \"rpm\";q=3;w=60, \"bytes\";q=1000;w=60",
                        "RateLimit: \"rpm\";r=2;t=40, \"bytes\";r=900;t=54");
        assertThat(passage.lease().orElseThrow().statuses()).hasSize(2);
    }

    @Test
    void enter_storeThatIsAwayWhereThatAdmits_tellsNothing() {
        HttpLimiter open = gate(route -> route.onUnavailable(OnUnavailable.ALLOW));
        FaultyStore away = FaultyStore.over(store);
        try (LimitRepository degraded =
                RepositoryBuilder.on(away).environment(clock).build()) {
            away.down();
            CompletableFuture<Passage> entering = open.enterAsync(degraded.asyncRateLimiter(), call());
            clock.advance(Duration.ofMinutes(1));
            Passage passage = entering.join();
            assertThat(passage.lease().orElseThrow().degraded()).isTrue();
            assertThat(passage.fields()).isEmpty();
            passage.completed(call());
        }
    }

    @Test
    void enter_storeThatIsAway_is503() {
        FaultyStore away = FaultyStore.over(store);
        try (LimitRepository blocked =
                RepositoryBuilder.on(away).environment(clock).build()) {
            away.down();
            CompletableFuture<Passage> entering = gate(route -> route).enterAsync(blocked.asyncRateLimiter(), call());
            clock.advance(Duration.ofMinutes(1));
            assertThat(entering.join().answer().status()).isEqualTo(503);
        }
    }

    @Test
    void enterAsync_moreThanTheLimit_isRefused() {
        HttpLimiter gate = gate(route -> route);
        for (int i = 0; i < 3; i++) {
            enterAsync(gate, call()).join().completed(call());
        }
        assertThat(enterAsync(gate, call()).join().answer().status()).isEqualTo(429);
    }

    @Test
    void enter_exemptOrUnknownPath_takesNothing() {
        HttpLimiter gate = gate(route -> route);
        for (String path : new String[] {"/v1/free/health", "/elsewhere"}) {
            Passage passage = enter(gate, TestCall.of("GET", path).by("key-1"));
            assertThat(passage.admitted()).isTrue();
            assertThat(passage.fields()).isEmpty();
            assertThat(passage.lease()).isEmpty();
            passage.completed(call());
            passage.failed(500);
            passage.abandoned();
        }
        assertThat(left("key-1", "rpm")).isEqualTo(3);
    }

    @Test
    void enter_malformedPath_is400AndTakesNothing() {
        assertThat(enter(gate(route -> route), TestCall.of("GET", "/v1/../x").by("key-1"))
                        .answer()
                        .status())
                .isEqualTo(400);
    }

    @Test
    void enter_withoutKey_is403UnlessTheRouteSaysOtherwise() {
        assertThat(enter(gate(route -> route), call().by(null)).answer().status())
                .isEqualTo(403);
        assertThat(enter(gate(Route.Builder::passWithoutKey), call().by(null)).admitted())
                .isTrue();
        assertThat(enterAsync(gate(route -> route), call().by(null))
                        .join()
                        .answer()
                        .status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\ud800"})
    void enter_keyThatIsNoText_is403(String key) {
        assertThat(enter(gate(route -> route), call().by(key)).answer().status())
                .isEqualTo(403);
    }

    @Test
    void enter_keyOfAMegabyte_is403() {
        HttpLimiter gate = gate(route -> route.key(RequestKey.header("X-Key")));
        assertThat(enter(gate, call().with("X-Key", "k".repeat(1 << 20)))
                        .answer()
                        .status())
                .isEqualTo(403);
        assertThat(enter(gate, call().with("X-Key", "k".repeat(8_192))).admitted())
                .isTrue();
    }

    /** Who sends a field twice hopes that two programs read two different ones. */
    @Test
    void enter_keyThatStandsThereTwice_is403() {
        HttpLimiter gate = gate(route -> route.key(RequestKey.header("X-Key")));
        assertThat(enter(gate, call().with("X-Key", "a").with("X-Key", "b"))
                        .answer()
                        .status())
                .isEqualTo(403);
    }

    @Test
    void enter_eachKindOfKey_isItsEntity() {
        TestCall call =
                call().with("X-Key", "sk-secret").attribute("tenant", 42).from("2001:db8::1");
        assertThat(entity(RequestKey.header("x-key"), call)).isEqualTo("sk-secret");
        assertThat(entity(RequestKey.header("x-key").hashed(), call)).matches("h-[0-9a-f]{32}");
        assertThat(entity(RequestKey.attribute("tenant"), call)).isEqualTo("42");
        assertThat(entity(RequestKey.attribute("none").orElse(RequestKey.principal()), call))
                .isEqualTo("key-1");
        assertThat(entity(RequestKey.pathVariable("tenant").prefixed("t:"), call))
                .isEqualTo("t:acme");
        assertThat(NameEncoding.ENTITY.show(entity(RequestKey.address(ClientAddresses.direct()), call)))
                .isEqualTo("2001:db8::/64");
        assertThat(NameEncoding.ENTITY.show(
                        entity(RequestKey.address(ClientAddresses.direct()).prefixed("ip:"), call)))
                .isEqualTo("ip:2001:db8::/64");
        assertThat(entity(RequestKey.fixed("everybody"), call)).isEqualTo("everybody");
        assertThat(NameEncoding.ENTITY.show(entity(RequestKey.header("y"), call.with("Y", "ümlaut +"))))
                .isEqualTo("ümlaut +");
    }

    private String entity(RequestKey key, TestCall call) {
        return enter(gate(route -> route.key(key)), call).lease().orElseThrow().entity();
    }

    @Test
    void completed_whatTheResponseSays_isSettled() {
        HttpLimiter gate = gate(route -> route.settle("bytes", Spent.bytes()));
        enter(gate, call()).completed(call().ended(200, 640));
        assertThat(left("key-1", "bytes")).isEqualTo(360);

        HttpLimiter byField = gate(route -> route.settle("bytes", Spent.header("x-used")));
        enter(byField, call().by("key-2")).completed(call().with("X-Used", " 7 "));
        assertThat(left("key-2", "bytes")).isEqualTo(993);

        HttpLimiter byAttribute = gate(route -> route.settle("bytes", Spent.attribute("used")));
        enter(byAttribute, call().by("key-3")).completed(call().attribute("used", 8));
        assertThat(left("key-3", "bytes")).isEqualTo(992);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-1",
                "1.5",
                "many",
                "99999999999999999999",
                "9223372036854775808",
                "0x10",
                "9000000000000000000"
            })
    void completed_responseThatMakesNoSense_keepsTheEstimate(String used) {
        HttpLimiter gate = gate(route -> route.settle("bytes", Spent.header("x-used")));
        enter(gate, call()).completed(call().with("x-used", used));
        assertThat(left("key-1", "bytes")).isEqualTo(900);
    }

    @Test
    void completed_settlementThatThrows_keepsTheEstimateAndTheOthers() {
        HttpLimiter gate = gate(route -> route.settle("rpm", result -> {
                    throw new IllegalStateException("mine");
                })
                .settle("bytes", Spent.bytes()));
        enter(gate, call()).completed(call().ended(200, 10));
        assertThat(left("key-1", "rpm")).isEqualTo(2);
        assertThat(left("key-1", "bytes")).isEqualTo(990);
    }

    @Test
    void completed_statusThatGivesBack_givesBackWhatIsNotSettled() {
        HttpLimiter gate =
                gate(route -> route.giveBackWhen(status -> status >= 500).settle("bytes", Spent.bytes()));
        enter(gate, call()).completed(call().ended(503, 10));
        assertThat(left("key-1", "rpm")).isEqualTo(3);
        assertThat(left("key-1", "bytes")).isEqualTo(990);
        enter(gate, call()).completed(call().ended(404, 10));
        assertThat(left("key-1", "rpm")).isEqualTo(2);
    }

    @Test
    void failed_handlerThatSettledBefore_isChargedForThat() {
        HttpLimiter gate = gate(route -> route.giveBackWhen(status -> status >= 500));
        Passage passage = enter(gate, call());
        passage.lease().orElseThrow().settle("bytes", 50);
        passage.failed(500);
        assertThat(left("key-1", "rpm")).isEqualTo(3);
        assertThat(left("key-1", "bytes")).isEqualTo(950);
    }

    @Test
    void failed_routeThatSaysNothing_keepsTheEstimate() {
        enter(gate(route -> route), call()).failed(500);
        assertThat(left("key-1", "rpm")).isEqualTo(2);
    }

    /** Hanging up early would otherwise be free. */
    @Test
    void abandoned_routeThatGivesBack_keepsTheEstimateAllTheSame() {
        enter(gate(route -> route.giveBackWhen(status -> true)), call()).abandoned();
        assertThat(left("key-1", "rpm")).isEqualTo(2);
    }

    @Test
    void completedAndFailed_severalTimes_countOnce() {
        Passage passage = enter(gate(route -> route.giveBackWhen(status -> status == 500)), call());
        passage.completed(call());
        passage.failed(500);
        passage.abandoned();
        passage.completed(call().ended(500, 0));
        assertThat(left("key-1", "rpm")).isEqualTo(2);
    }

    @Test
    void completedAndFailed_leaseThatTheHandlerEnded_areNothing() {
        HttpLimiter gate = gate(route -> route.giveBackWhen(status -> status == 500));
        Passage kept = enter(gate, call());
        kept.lease().orElseThrow().keep();
        kept.failed(500);
        Passage given = enter(gate, call());
        given.lease().orElseThrow().giveBack();
        given.completed(call());
        assertThat(left("key-1", "rpm")).isEqualTo(2);
    }

    @Test
    void countsBytes_routeThatSettlesByBytes_saysSo() {
        assertThat(enter(gate(route -> route.settle("bytes", Spent.bytes())), call())
                        .countsBytes())
                .isTrue();
        assertThat(enter(gate(route -> route.settle("bytes", Spent.header("x"))), call())
                        .countsBytes())
                .isFalse();
    }

    @Test
    void enter_amountThatMakesNoSense_is500AndTakesNothing() {
        Route route = Route.of("/v1/**")
                .resource("api")
                .key(RequestKey.principal())
                .take("rpm", call -> -1)
                .build();
        HttpLimiter gate = HttpLimiter.of(Routes.of(route), answers);
        assertThat(enter(gate, call()).answer().status()).isEqualTo(500);
        assertThat(enterAsync(gate, call()).join().answer().status()).isEqualTo(500);
        assertThat(left("key-1", "rpm")).isEqualTo(3);
    }

    @Test
    void enter_limitThatDoesNotExist_is500() {
        Route route = Route.of("/v1/**")
                .resource("api")
                .key(RequestKey.principal())
                .take("nonesuch", 1)
                .build();
        HttpLimiter gate = HttpLimiter.of(Routes.of(route), answers);
        assertThat(enter(gate, call()).answer().status()).isEqualTo(500);
        assertThat(enterAsync(gate, call()).join().answer().status()).isEqualTo(500);
    }

    @Test
    void enter_keyThatThrows_letsNobodyThrough() {
        HttpLimiter gate = gate(route -> route.key(call -> {
            throw new IllegalStateException("mine");
        }));
        assertThatThrownBy(() -> enter(gate, call())).hasMessage("mine");
        assertThatThrownBy(() -> enterAsync(gate, call())).hasMessage("mine");
    }

    @Test
    void enter_storeThatIsClosed_is503OrAdmittedAsTheRouteSays() {
        HttpLimiter gate = gate(route -> route);
        HttpLimiter open = gate(route -> route.onUnavailable(OnUnavailable.ALLOW));
        enter(gate, call());
        repository.close();
        assertThat(enter(gate, call()).answer().status()).isEqualTo(503);
        assertThat(enterAsync(gate, call()).join().answer().status()).isEqualTo(503);
        assertThat(enter(open, call()).answer().status()).isEqualTo(503);
    }

    @Test
    void enterAsync_cancelledWhileItWaits_givesBack() {
        HttpLimiter gate = gate(route -> route.waitAtMost(Duration.ofMinutes(1)));
        for (int i = 0; i < 3; i++) {
            enterAsync(gate, call()).join().completed(call());
        }
        CompletableFuture<Passage> waiting = enterAsync(gate, call());
        assertThat(waiting).isNotDone();
        waiting.cancel(false);
        clock.advance(Duration.ofSeconds(20));
        assertThat(left("key-1", "rpm")).isEqualTo(1);
    }

    @Test
    void enterAsync_waits_untilItsTokensAreThere() {
        HttpLimiter gate = gate(route -> route.waitAtMost(Duration.ofMinutes(1)));
        for (int i = 0; i < 3; i++) {
            enterAsync(gate, call()).join().completed(call());
        }
        CompletableFuture<Passage> waiting = enterAsync(gate, call());
        clock.advance(Duration.ofSeconds(20));
        assertThat(waiting.join().admitted()).isTrue();
    }

    @Test
    void enterAsync_completedBySomebodyElse_givesBack() {
        HttpLimiter gate = gate(route -> route.waitAtMost(Duration.ofMinutes(1)));
        for (int i = 0; i < 3; i++) {
            enterAsync(gate, call()).join().completed(call());
        }
        CompletableFuture<Passage> waiting = enterAsync(gate, call());
        waiting.complete(Passage.FREE);
        clock.advance(Duration.ofSeconds(20));
        clock.advance(Duration.ofSeconds(1));
        assertThat(left("key-1", "rpm")).isEqualTo(1);
    }

    @Test
    void enterAsync_answersThatThrow_completeTheFuture() {
        HttpAnswers broken = HttpAnswers.builder()
                .environment(clock)
                .names(limit -> {
                    throw new IllegalStateException("mine");
                })
                .build();
        Route route = Route.of("/**")
                .resource("api")
                .key(RequestKey.fixed("all"))
                .take("rpm", 4)
                .build();
        CompletableFuture<Passage> passage =
                HttpLimiter.of(Routes.of(route), broken).enterAsync(repository.asyncRateLimiter(), call());
        assertThatThrownBy(passage::join)
                .isInstanceOf(CompletionException.class)
                .hasRootCauseMessage("mine");
    }
}

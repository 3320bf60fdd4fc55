package dev.zaelimiter.http.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.NameEncoding;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.http.HttpAnswers;
import dev.zaelimiter.http.address.ClientAddresses;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.testkit.FaultyStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request through the gate and back, on a store in memory. */
class HttpLimiterTest extends OnAGate {

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

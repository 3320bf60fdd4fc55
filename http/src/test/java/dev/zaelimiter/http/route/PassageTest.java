package dev.zaelimiter.http.route;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a request that was let through is charged, however it ends. */
class PassageTest extends OnAGate {

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
}

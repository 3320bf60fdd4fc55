package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Of those who wait one throws: the others are told all the same. */
class WaitlistTest {

    private final RuntimeException cause = new IllegalArgumentException("told");

    private final Waitlist waitlist = new Waitlist();
    private final List<String> told = new ArrayList<>();
    private final Outbox out = Outbox.ofAnswer();

    private final class Caller extends Demand implements Waitlist.Look {
        private final String name;

        Caller(String name) {
            super(
                    TakeRequest.of(AcquireRequest.entity("e")
                            .resource("r")
                            .take("rpm", 1)
                            .build()),
                    0,
                    false);
            this.name = name;
        }

        private void hears() {
            told.add(name);
            if (name.equals("broken")) {
                throw new StackOverflowError("broken");
            }
        }

        @Override
        public void completed(Outcome outcome, Outbox to) {
            hears();
        }

        @Override
        public void looked(@Nullable Throwable failure, Outbox to) {
            hears();
        }

        @Override
        public long deadlineNanos() {
            return 5;
        }
    }

    @BeforeEach
    void queue() {
        for (String name : List.of("first", "broken", "last")) {
            waitlist.pending.add(new Caller(name));
        }
        waitlist.loads.add(new Caller("load"));
        waitlist.looks.add(new Caller("look"));
    }

    private void tells(ThrowingCallable telling, String... whom) {
        assertThatThrownBy(telling).isInstanceOf(StackOverflowError.class);
        assertThat(told).containsExactly(whom);
    }

    @Test
    void failDemands_oneThrows_othersAreTold() {
        tells(() -> waitlist.failDemands(cause, out), "first", "broken", "last");
    }

    @Test
    void failUnbound_oneThrows_othersAreTold() {
        tells(() -> waitlist.failUnbound(this, cause, out), "first", "broken", "last");
    }

    @Test
    void failDemandsWithoutLimits_oneThrows_othersAreTold() {
        tells(() -> waitlist.failDemandsWithoutLimits(cause, out), "first", "broken", "last");
    }

    @Test
    void failAll_oneThrows_thoseWhoLookAreToldToo() {
        tells(() -> waitlist.failAll(cause, out), "first", "broken", "last", "load", "look");
    }

    @Test
    void expire_oneThrows_othersAndThoseWhoLookAreToldToo() {
        tells(() -> waitlist.expire(5, null, out), "first", "broken", "last", "look", "load");
        assertThat(waitlist.pending).isEmpty();
    }

    @Test
    void answer_oneThrows_othersAreAnswered() {
        waitlist.looks.add(0, new Caller("broken"));
        tells(() -> waitlist.answer(waitlist.looks, null, out), "broken", "look");
    }
}

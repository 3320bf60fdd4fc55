package dev.zaelimiter.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Access;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.ResourceDisabledException;
import dev.zaelimiter.embedded.EmbeddedRepository;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SwitchesTest {

    private final LimitRepository repository =
            EmbeddedRepository.builder().environment(new ManualClock()).build();
    private final Switches switches = Administration.of(repository).switches();

    @BeforeEach
    void limits() {
        repository.limits().setResourceDefaults("r", Limit.perHour("calls", 1));
    }

    @AfterEach
    void close() {
        repository.close();
    }

    private void take() {
        repository
                .rateLimiter()
                .acquire(AcquireRequest.entity("e")
                        .resource("r")
                        .take("calls", 1)
                        .build())
                .keep();
    }

    @Test
    void set_disabled_refusesUntilItIsCleared() {
        switches.set(Level.resource("r"), Access.DISABLED);
        Assertions.assertThatThrownBy(this::take).isInstanceOf(ResourceDisabledException.class);

        switches.clear(Level.resource("r"));
        take();
    }

    @Test
    void set_bypass_admitsPastTheLimit() {
        take();
        switches.set(Level.entity("e", "r"), Access.BYPASS);
        take();
        take();

        assertThat(switches.effective("e", "r")).isEqualTo(Access.BYPASS);
        assertThat(switches.effective("other", "r")).isEqualTo(Access.ENABLED);
    }

    @Test
    void effective_ofTwoLevels_isThatOfTheNearer() {
        switches.set(Level.resource("r"), Access.DISABLED);
        switches.set(Level.entity("e", "r"), Access.ENABLED);

        assertThat(switches.effective("e", "r")).isEqualTo(Access.ENABLED);
        assertThat(switches.effective("other", "r")).isEqualTo(Access.DISABLED);
    }

    @Test
    void list_ofSwitchesAndSoftLimits_holdsThemAndNoOthers() {
        switches.set(Level.resource("r"), Access.DISABLED);
        switches.set(Level.entity("e", "r"), Access.BYPASS);
        repository
                .limits()
                .setResourceDefaults("soft", Limit.perHour("calls", 1).asSoft());
        repository.limits().setResourceDefaults("plain", Limit.perHour("calls", 1));

        assertThat(switches.list())
                .extracting(SwitchedLevel::level)
                .containsExactlyInAnyOrder(Level.resource("r"), Level.entity("e", "r"), Level.resource("soft"));
    }

    @Test
    void get_whereNothingIsSet_isEmpty() {
        assertThat(switches.get(Level.resource("r"))).isEmpty();
        assertThat(switches.list()).isEmpty();
    }
}

package dev.zaelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AcquireRequestBuilderTest {

    @Test
    void take_afterTheSameBuild_goesTwoWays() {
        AcquireRequest.Builder builder =
                AcquireRequest.entity("user").resource("api").take("rpm", 1);
        AcquireRequest one = builder.build();
        AcquireRequest two = builder.take("tpm", 2).build();
        AcquireRequest three = builder.take("rpd", 3).build();

        assertThat(one).hasToString("user/api take {rpm=1}");
        assertThat(two).hasToString("user/api take {rpm=1, tpm=2}");
        assertThat(three).hasToString("user/api take {rpm=1, tpm=2, rpd=3}");
    }

    @Test
    void limit_beyondTheSize_isRefused() {
        AcquireRequest request =
                AcquireRequest.entity("user").resource("api").take("rpm", 1).build();

        assertThatThrownBy(() -> request.limit(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> request.amount(1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void take_sameOrTooMany_areRefused() {
        AcquireRequest.Builder builder = AcquireRequest.entity("user").resource("api");
        for (int i = 1; i <= AcquireRequest.MAX_LIMITS; i++) {
            builder.take("limit-" + i, i);
        }

        assertThatThrownBy(() -> builder.take("limit-7", 1))
                .hasMessage("take 'limit-7' is not allowed. Allowed: each limit once");
        assertThatThrownBy(() -> builder.take("more", 1))
                .hasMessage("take 'more' is not allowed. Allowed: at most 20 limits");
        assertThat(builder.build().size()).isEqualTo(AcquireRequest.MAX_LIMITS);
    }

    @Test
    void build_noResource_isRefused() {
        assertThatThrownBy(AcquireRequest.entity("user")::build)
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("resource ");
    }

    @Test
    void build_nothingTaken_isRefused() {
        assertThatThrownBy(() -> AcquireRequest.entity("user").resource("api").build())
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("take {} is not allowed. Allowed: at least one limit; an amount may be 0");
    }

    @Test
    void of_oneLimit_isTheSameAsBuilt() {
        AcquireRequest built =
                AcquireRequest.entity("user").resource("api").take("rpm", 3).build();

        assertThat(AcquireRequest.of("user", "api", "rpm", 3)).isEqualTo(built).hasSameHashCodeAs(built);
        assertThatThrownBy(() -> AcquireRequest.of("user", "api", "rpm", -1)).hasMessageContaining("take(rpm) -1");
    }

    @Test
    void toBuilder_changedAndTakenMore_leavesTheFirstAlone() {
        AcquireRequest first = AcquireRequest.entity("user")
                .resource("api")
                .take("rpm", 1)
                .take("tpm", 2)
                .waitAtMost(Duration.ofSeconds(3))
                .limits(Limit.perMinute("rpm", 5))
                .onUnavailable(OnUnavailable.ALLOW)
                .build();
        AcquireRequest second =
                first.toBuilder().resource("other").take("rpd", 4).build();

        assertThat(first.toBuilder().build()).isEqualTo(first).hasSameHashCodeAs(first);
        assertThat(first).hasToString("user/api take {rpm=1, tpm=2}");
        assertThat(second).hasToString("user/other take {rpm=1, tpm=2, rpd=4}");
        assertThat(second.waitAtMost()).isEqualTo(Duration.ofSeconds(3));
        assertThat(second.limits()).isEqualTo(first.limits());
        assertThat(second.onUnavailable()).isEqualTo(OnUnavailable.ALLOW);
    }

    @Test
    void withWait_otherWait_asksForTheSame() {
        AcquireRequest request = AcquireRequest.of("user", "api", "rpm", 3);
        AcquireRequest waiting = request.withWait(Duration.ofSeconds(2));

        assertThat(waiting.waitAtMost()).isEqualTo(Duration.ofSeconds(2));
        assertThat(request.waitAtMost()).isZero();
        assertThat(waiting).isNotEqualTo(request).hasToString("user/api take {rpm=3}");
        assertThat(waiting.withWait(Duration.ofSeconds(-1))).isEqualTo(request);
        assertThat(waiting.withWait(Duration.ofSeconds(2))).isSameAs(waiting);
        assertThatThrownBy(() -> request.withWait(null)).hasMessage("waitAtMost");
    }

    @Test
    void equals_anythingElse_isAnother() {
        AcquireRequest request = AcquireRequest.of("user", "api", "rpm", 3);

        assertThat(request)
                .isNotEqualTo(AcquireRequest.of("user2", "api", "rpm", 3))
                .isNotEqualTo(AcquireRequest.of("user", "api2", "rpm", 3))
                .isNotEqualTo(AcquireRequest.of("user", "api", "rpm2", 3))
                .isNotEqualTo(AcquireRequest.of("user", "api", "rpm", 4))
                .isNotEqualTo(request.toBuilder().take("tpm", 0).build())
                .isNotEqualTo(request.toBuilder().limits(Limit.perDay("rpm", 1)).build())
                .isNotEqualTo(
                        request.toBuilder().onUnavailable(OnUnavailable.BLOCK).build())
                .isNotEqualTo("user/api take {rpm=3}");
    }
}

package dev.zaelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AcquireRequestTest {

    private static AcquireRequest.Builder request() {
        return AcquireRequest.entity("key-abc").resource("gpt-4");
    }

    @Test
    void build_severalLimits_keepsTheirOrder() {
        AcquireRequest request =
                request().take("tpm", 500).take("rpm", 1).take("x", 0).build();
        assertThat(request.entity()).isEqualTo("key-abc");
        assertThat(request.resource()).isEqualTo("gpt-4");
        assertThat(request.size()).isEqualTo(3);
        assertThat(request.limit(0)).isEqualTo("tpm");
        assertThat(request.amount(0)).isEqualTo(500);
        assertThat(request.limit(2)).isEqualTo("x");
        assertThat(request.amount(2)).isZero();
        assertThat(request.waitAtMost()).isZero();
        assertThat(request.limits()).isNull();
        assertThat(request.onUnavailable()).isNull();
        assertThat(request).hasToString("key-abc/gpt-4 take {tpm=500, rpm=1, x=0}");
    }

    @Test
    void build_moreThanOnce_earlierRequestsStay() {
        AcquireRequest.Builder builder = request().take("a", 1);
        AcquireRequest one = builder.build();
        AcquireRequest two =
                builder.take("b", 2).waitAtMost(Duration.ofSeconds(1)).build();
        assertThat(one.size()).isEqualTo(1);
        assertThat(one.waitAtMost()).isZero();
        assertThat(two.size()).isEqualTo(2);
    }

    @Test
    void build_betweenTakes_leavesEarlierRequestsAlone() {
        AcquireRequest.Builder builder = request();
        List<AcquireRequest> requests = new ArrayList<>();
        for (int i = 1; i <= AcquireRequest.MAX_LIMITS; i++) {
            requests.add(builder.take("limit-" + i, i).build());
        }

        for (int size = 1; size <= AcquireRequest.MAX_LIMITS; size++) {
            AcquireRequest request = requests.get(size - 1);
            assertThat(request.size()).isEqualTo(size);
            for (int i = 0; i < size; i++) {
                assertThat(request.limit(i)).isEqualTo("limit-" + (i + 1));
                assertThat(request.amount(i)).isEqualTo(i + 1);
            }
            assertThatThrownBy(() -> request.limit(request.size())).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> request.amount(request.size())).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void build_noResource_isRefused() {
        assertThatThrownBy(() -> AcquireRequest.entity("e").take("rpm", 1).build())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("resource");
    }

    @Test
    void take_amountOutOfRangeOrLimitTwice_isRefused() {
        assertThat(request().take("rpm", Limit.MAX_AMOUNT).build().amount(0)).isEqualTo(Limit.MAX_AMOUNT);
        assertInvalid(() -> request().take("rpm", -1), "take(rpm) -1");
        assertInvalid(() -> request().take("rpm", Limit.MAX_AMOUNT + 1), "take(rpm)");
        assertInvalid(() -> request().take("rpm", 1).take("rpm", 2), "each limit once");
        assertInvalid(() -> request().take("wcu", 1), "'wcu'");
    }

    @Test
    void take_moreThanTwenty_isRefused() {
        AcquireRequest.Builder builder = request();
        for (int i = 0; i < AcquireRequest.MAX_LIMITS; i++) {
            builder.take("l" + i, i);
        }
        assertThat(builder.build().amount(19)).isEqualTo(19);
        assertInvalid(() -> builder.take("l20", 1), "at most 20 limits");
    }

    @Test
    void names_eachByItsRule_areHeldToTheWholeText() {
        for (String good : List.of("a", "9", "sk-proj:A.b@c_1", "x".repeat(256))) {
            assertThat(AcquireRequest.entity(good)).isNotNull();
        }
        for (String bad : List.of("", "-a", "@a", "a b", "a#b", "a/b", "a\n", "ü", "x".repeat(257), "a\u0660")) {
            assertInvalid(() -> AcquireRequest.entity(bad), "entity");
        }
        for (String good : List.of("a", "openai/gpt-4.0_x:1", "x".repeat(64))) {
            assertThat(AcquireRequest.entity("e").resource(good)).isNotNull();
        }
        for (String bad : List.of("", "1a", "/a", "_default_", "a b", "a#b", "a@b", "a\n", "x".repeat(65))) {
            assertInvalid(() -> AcquireRequest.entity("e").resource(bad), "resource");
        }
        for (String bad : List.of("", "rpm\n", "a#b", "r\u0661", "\u212apm")) {
            assertInvalid(() -> request().take(bad, 1), "take");
        }
    }

    @Test
    void waitAtMost_anyDuration_isBetweenNothingAndAYear() {
        assertThat(request()
                        .take("rpm", 1)
                        .waitAtMost(Duration.ofSeconds(-5))
                        .build()
                        .waitAtMost())
                .isZero();
        assertThat(request()
                        .take("rpm", 1)
                        .waitAtMost(Duration.ofSeconds(Long.MIN_VALUE))
                        .build()
                        .waitAtMost())
                .isZero();
        assertThat(request()
                        .take("rpm", 1)
                        .waitAtMost(Duration.ofSeconds(Long.MAX_VALUE))
                        .build()
                        .waitAtMost())
                .isEqualTo(Duration.ofDays(365));
        assertThat(request()
                        .take("rpm", 1)
                        .waitAtMost(Duration.ofMillis(7))
                        .build()
                        .waitAtMost())
                .isEqualTo(Duration.ofMillis(7));
    }

    @Test
    void limits_ofTheCall_areOneToTwentyOfDifferentNames() {
        List<Limit> given = new ArrayList<>(List.of(Limit.perMinute("rpm", 1)));
        AcquireRequest request = request().take("rpm", 1).limits(given).build();
        given.clear();
        assertThat(request.limits()).containsExactly(Limit.perMinute("rpm", 1));
        assertInvalid(() -> request().limits(), "at least one limit");
        assertInvalid(() -> request().limits(Limit.perMinute("a", 1), Limit.perHour("a", 2)), "each limit once");
        List<Limit> many = new ArrayList<>();
        for (int i = 0; i <= AcquireRequest.MAX_LIMITS; i++) {
            many.add(Limit.perMinute("l" + i, 1));
        }
        assertInvalid(() -> request().limits(many), "at most 20");
        assertThat(request().take("rpm", 1).limits(many.subList(0, 20)).build().limits())
                .hasSize(20);
    }

    @Test
    void entity_ofARecord_checksItsParts() {
        Entity entity = Entity.builder("key-1")
                .parent("proj-1")
                .cascade(true)
                .metadata("tier", "gold")
                .build();
        assertThat(entity.name()).as("the id, where no name is given").isEqualTo("key-1");
        assertThat(entity.parent()).contains("proj-1");
        assertThat(entity.cascade()).isTrue();
        assertThat(entity.metadata()).containsEntry("tier", "gold");
        assertThatThrownBy(() -> entity.metadata().put("a", "b")).isInstanceOf(UnsupportedOperationException.class);
        assertInvalid(() -> Entity.builder("a").cascade(true).build(), "only with a parent");
        assertInvalid(() -> Entity.builder("a").parent("a").build(), "another entity");
        assertInvalid(() -> Entity.builder("a#b"), "entity");
        assertInvalid(() -> Entity.builder("a").parent("p\n"), "parent");
        assertInvalid(() -> Entity.builder("a").name(""), "name");
        assertInvalid(() -> Entity.builder("a").name("x".repeat(257)), "name");
    }

    private static void assertInvalid(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String part) {
        assertThatThrownBy(call).isInstanceOf(InvalidInputException.class).hasMessageContaining(part);
    }
}

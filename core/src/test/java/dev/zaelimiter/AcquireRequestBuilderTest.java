package dev.zaelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AcquireRequestBuilderTest {

    @Test
    void build_betweenTakes_leavesEarlierRequestsAlone() {
        AcquireRequest.Builder builder = AcquireRequest.entity("user").resource("api");
        List<AcquireRequest> requests = new ArrayList<>();
        requests.add(builder.build());
        for (int i = 1; i <= AcquireRequest.MAX_LIMITS; i++) {
            requests.add(builder.take("limit-" + i, i).build());
        }

        for (int size = 0; size <= AcquireRequest.MAX_LIMITS; size++) {
            AcquireRequest request = requests.get(size);
            assertThat(request.size()).isEqualTo(size);
            for (int i = 0; i < size; i++) {
                assertThat(request.limit(i)).isEqualTo("limit-" + (i + 1));
                assertThat(request.amount(i)).isEqualTo(i + 1);
            }
        }
        assertThat(requests.get(2)).hasToString("user/api take {limit-1=1, limit-2=2}");
    }

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
                .hasMessage("take 'limit-7' is not allowed: each limit once");
        assertThatThrownBy(() -> builder.take("more", 1)).hasMessage("take 'more' is not allowed: at most 20 limits");
        assertThat(builder.build().size()).isEqualTo(AcquireRequest.MAX_LIMITS);
    }

    @Test
    void build_noResource_isRefused() {
        assertThatThrownBy(AcquireRequest.entity("user")::build)
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("resource ");
    }
}

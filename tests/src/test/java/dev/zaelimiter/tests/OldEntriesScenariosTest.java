package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What was read of a level longer ago than it holds, and what is told by it. */
class OldEntriesScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository process = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    private Item stored() {
        Key key = fleet.changes().stream()
                .map(change -> change.key())
                .filter(found -> found.pk().endsWith("/RESOURCE#" + RESOURCE))
                .findFirst()
                .orElseThrow();
        return fleet.store.get(key).join();
    }

    private void store(Item item) {
        fleet.store
                .write(Write.put(WriteShape.put(Condition.itemExists()), item))
                .join();
    }

    @Test
    @DisplayName("A level that others had put right was refused once more")
    void levelThatCouldNotBeFollowed_putRightMeanwhile_refusesNobody() {
        process.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 60));
        Item right = stored();
        assertThat(took(process, "a", "rpm", 1)).isTrue();
        store(right.toBuilder().remove("l_rpm_ra").build());
        fleet.seconds(61);
        // An old entry of limits is served, and read again beside it.
        assertThat(took(process, "a", "rpm", 1)).isTrue();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> took(process, "a", "rpm", 1))
                    .isInstanceOf(RateLimiterUnavailableException.class)
                    .hasMessageContaining("rpm");
            fleet.seconds(61);
        }
        store(right);

        assertThat(took(process, "a", "rpm", 1)).isTrue();
    }
}

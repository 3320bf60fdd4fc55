package dev.zaelimiter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.zaelimiter.Limit;
import dev.zaelimiter.testkit.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the page is told when the store is away, denies or is closed, and when it has read enough. */
class ApiTroubleTest {

    private RunningDashboard world;

    @BeforeEach
    void open() {
        world = RunningDashboard.showing();
        world.admin.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 60));
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void store_away_keepsWhatWasShown_andSaysWhy() {
        world.take("key-1", "gpt-4", "rpm", 1);
        world.web.ask("/api/entity", "entity", "key-1");
        world.store.down();
        world.pass(5);
        JsonNode failed = world.web.ask("/api/entity", "entity", "key-1");
        assertThat(failed.get("error").asText()).contains("failed");
        assertThat(failed.get("value").get("buckets")).hasSize(1);
        assertThat(world.web.get("/api/audit", world.web.own()).status()).isEqualTo(503);
        world.store.up();
        world.pass(5);
        assertThat(world.web.ask("/api/entity", "entity", "key-1").get("error").isNull())
                .isTrue();
    }

    @Test
    void store_thatDenies_isNamed_andThePageStays() {
        world.store.failNext(Fault.DENIED, 100);
        JsonNode denied = world.web.ask("/api/entity", "entity", "key-1");
        assertThat(denied.get("error").asText()).contains("denied");
        assertThat(denied.get("value").isNull()).isTrue();
        assertThat(world.web.get("/api/levels", world.web.own()).error()).contains("denied");
        assertThat(world.web.get("/", world.web.own()).status()).isEqualTo(200);
    }

    @Test
    void repository_closed_isSaid() {
        world.repository.close();
        assertThat(world.web.get("/api/audit", world.web.own()).error()).contains("closed");
        assertThat(world.web.ask("/api/entity", "entity", "key-1").get("error").asText())
                .contains("closed");
    }

    @Test
    void readUnits_usedUp_delayWhatThePageReads_andRefuseClicksLater() {
        try (RunningDashboard bounded = RunningDashboard.showing(builder -> builder.readUnits(60))) {
            bounded.admin.limits().setSystemDefaults(Limit.perMinute("rpm", 60));
            for (int i = 0; i < 200; i++) {
                bounded.take("user-" + i, "gpt-4", "rpm", 1);
            }
            bounded.web.ask("/api/resource", "resource", "gpt-4");
            bounded.pass(5);
            JsonNode late = bounded.web.ask("/api/resource", "resource", "gpt-4");
            assertThat(late.get("pauseMillis").asLong()).isBetween(100_000L, 150_000L);
            assertThat(late.get("points")).hasSize(1);
            Web.Answer click = bounded.web.get("/api/audit", bounded.web.own());
            assertThat(click.status()).isEqualTo(429);
            bounded.pass(160);
            assertThat(bounded.web.ask("/api/resource", "resource", "gpt-4").get("points"))
                    .hasSize(2);
        }
    }
}

package dev.zaelimiter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.zaelimiter.Access;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.NameEncoding;
import dev.zaelimiter.aggregator.AggregatorWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the page is told, over HTTP. */
class ApiTest {

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

    private JsonNode limits(String entity) {
        return world.web.ask("/api/limits", "entity", entity, "resource", "gpt-4");
    }

    @Test
    void limits_takenFrom_tellBalanceRateAndRefusal() {
        world.take("key-1", "gpt-4", "rpm", 10);
        limits("key-1");
        world.take("key-1", "gpt-4", "rpm", 50);
        world.pass(5);
        world.take("key-1", "gpt-4", "rpm", 5);

        JsonNode line = limits("key-1").get("value").get("lines").get(0);

        assertThat(line.get("balance").asLong()).isZero();
        assertThat(line.get("perSecond").asDouble()).isEqualTo(11.0);
        assertThat(line.get("refuses").asBoolean()).isTrue();
        assertThat(line.get("retryMillis").asLong()).isEqualTo(1000);
        assertThat(line.get("level").asText()).isEqualTo("RESOURCE");
        assertThat(line.get("refusedLooks").asLong()).isEqualTo(1);
    }

    @Test
    void limits_askedByTwoTabs_areReadOnce() {
        limits("key-1");
        world.store.resetCounts();
        limits("key-1");
        assertThat(world.store.count()).isZero();
        world.pass(5);
        limits("key-1");
        assertThat(world.store.count()).isPositive();
    }

    @Test
    void limits_pointsSinceTheLast_areSentAlone() {
        limits("key-1");
        world.pass(5);
        JsonNode second = limits("key-1");
        assertThat(second.get("points")).hasSize(2);
        long since = second.get("points").get(0).get("at").asLong();
        JsonNode third =
                world.web.ask("/api/limits", "entity", "key-1", "resource", "gpt-4", "since", String.valueOf(since));
        assertThat(third.get("points")).hasSize(1);
    }

    @Test
    void limits_ofAnEntityThatNobodyKnows_areThoseThatWouldHold() {
        JsonNode value = limits("nobody").get("value");
        assertThat(value.get("lines").get(0).get("balance").asLong()).isEqualTo(60);
        JsonNode none = world.web.ask("/api/limits", "entity", "nobody", "resource", "other");
        assertThat(none.get("value").get("lines")).isEmpty();
        assertThat(none.get("error").isNull()).isTrue();
    }

    @Test
    void limits_ofADisabledResource_sayWhyTheyRefuse() {
        world.take("key-1", "gpt-4", "rpm", 1);
        world.admin.switches().set(Level.resource("gpt-4"), Access.DISABLED);
        JsonNode value = limits("key-1").get("value");
        assertThat(value.get("access").asText()).isEqualTo("DISABLED");
        assertThat(value.get("lines").get(0).get("retryMillis").isNull()).isTrue();
    }

    @Test
    void limits_ofAParentThatIsChargedToo_areShown() {
        world.admin.entities().create(Entity.builder("org").build());
        world.admin
                .entities()
                .create(Entity.builder("key").parent("org").cascade(true).build());
        world.take("key", "gpt-4", "rpm", 1);
        JsonNode lines = limits("key").get("value").get("lines");
        assertThat(lines).hasSize(2);
        assertThat(lines.get(1).get("entity").get("id").asText()).isEqualTo("org");
        assertThat(lines.get(1).get("balance").asLong()).isEqualTo(59);
    }

    @Test
    void name_thatNeedsEncoding_isUnderstoodAsText_andShownDecoded() {
        world.take(NameEncoding.ENTITY.encode("::1"), "gpt-4", "rpm", 2);
        JsonNode name = limits("::1").get("value").get("entity");
        assertThat(name.get("id").asText()).isEqualTo("x--::1");
        assertThat(name.get("text").asText()).isEqualTo("::1");
        assertThat(limits("x--::1")
                        .get("value")
                        .get("lines")
                        .get(0)
                        .get("balance")
                        .asLong())
                .isEqualTo(58);
    }

    @Test
    void names_wrong_areNamed() {
        Web.Answer none = world.web.get("/api/limits", world.web.own(), "resource", "gpt-4");
        assertThat(none.status()).isEqualTo(400);
        assertThat(none.error()).startsWith("entity");
        Web.Answer huge = world.web.get("/api/entity", world.web.own(), "entity", "\u00e9".repeat(250));
        assertThat(huge.status()).isEqualTo(400);
        assertThat(huge.error()).contains("256");
        Web.Answer since = world.web.get("/api/entity", world.web.own(), "entity", "a", "since", "x");
        assertThat(since.status()).isEqualTo(400);
        assertThat(world.web
                        .send("GET", "/api/entity?entity=%zz", world.web.own(), "")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void resource_manyBuckets_areTotalled_withTheBusiestAndTheEmptiest() {
        for (int i = 0; i < 20; i++) {
            world.take("user-" + i, "gpt-4", "rpm", 3 * i + 1);
        }
        world.web.ask("/api/resource", "resource", "gpt-4");
        world.take("user-4", "gpt-4", "rpm", 40);
        world.take("user-19", "gpt-4", "rpm", 2);
        world.pass(5);

        JsonNode value = world.web.ask("/api/resource", "resource", "gpt-4").get("value");

        JsonNode rpm = value.get("limits").get(0);
        assertThat(value.get("buckets").asLong()).isEqualTo(20);
        assertThat(value.get("more").asBoolean()).isFalse();
        assertThat(rpm.get("perSecond").asDouble()).isEqualTo(8.4);
        assertThat(rpm.get("busiest").get(0).get("entity").get("id").asText()).isEqualTo("user-4");
        assertThat(rpm.get("emptiest").get(0).get("entity").get("id").asText()).isEqualTo("user-19");
        assertThat(rpm.get("emptiest")).hasSize(10);
        assertThat(rpm.get("busiest")).hasSize(2);
    }

    @Test
    void resource_moreBucketsThanAreRead_saysSo() {
        try (RunningDashboard few = RunningDashboard.showing(builder -> builder.buckets(7))) {
            few.admin.limits().setSystemDefaults(Limit.perMinute("rpm", 60));
            for (int i = 0; i < 20; i++) {
                few.take("user-" + i, "gpt-4", "rpm", 1);
            }
            JsonNode value = few.web.ask("/api/resource", "resource", "gpt-4").get("value");
            assertThat(value.get("buckets").asLong()).isEqualTo(7);
            assertThat(value.get("more").asBoolean()).isTrue();
        }
    }

    @Test
    void search_manyEntities_isPagedAndComplete() {
        for (int i = 0; i < 130; i++) {
            world.take("user-" + i, "gpt-4", "rpm", 1);
        }
        world.admin.entities().create(Entity.builder("user-x").build());
        world.take(NameEncoding.ENTITY.encode("user-+"), "gpt-4", "rpm", 1);
        List<String> found = new ArrayList<>();
        String after = "";
        do {
            JsonNode page = world.web.ask("/api/search", "prefix", "user-", "after", after);
            page.get("names").forEach(name -> found.add(name.get("text").asText()));
            after = page.get("next").asText("");
        } while (!after.isEmpty() && !after.equals("null"));
        assertThat(found).hasSize(132).doesNotHaveDuplicates().contains("user-0", "user-129", "user-x", "user-+");
    }

    @Test
    void requests_ofThisProcess_areCounted() {
        world.take("key-1", "gpt-4", "rpm", 60);
        world.take("key-1", "gpt-4", "rpm", 1);
        JsonNode value = world.web.ask("/api/requests").get("value");
        assertThat(value.get("granted").asLong()).isEqualTo(1);
        assertThat(value.get("refused").asLong()).isEqualTo(1);
    }

    /** The page takes nothing, so a process that only shows has decided nothing. */
    @Test
    void looking_takesNothing_andCountsAsNoRequest() {
        limits("key-1");
        world.web.ask("/api/entity", "entity", "key-1");
        world.web.ask("/api/levels", "entity", "key-1", "resource", "gpt-4");
        world.web.ask("/api/record", "entity", "key-1");
        world.web.ask("/api/audit");
        world.web.ask("/api/usage", "resource", "gpt-4");
        world.web.ask("/api/resources");
        JsonNode value = world.web.ask("/api/requests").get("value");
        assertThat(value.get("granted").asLong() + value.get("refused").asLong())
                .isZero();
        assertThat(world.admin.buckets().get("key-1", "gpt-4")).isEmpty();
    }

    @Test
    void usage_ofNothingNamed_isThatOfAllResources_withTheirTopConsumers() {
        world.admin.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100));
        world.admin.limits().setResourceDefaults("images", Limit.perMinute("rpm", 100));
        try (AggregatorWorker worker = AggregatorWorker.of(world.repository).start()) {
            world.take("key-1", "gpt-4", "rpm", 10);
            world.take("key-1", "images", "rpm", 5);
            world.take("key-2", "images", "rpm", 12);
            assertThat(worker.flush(Duration.ofSeconds(5))).isTrue();
        }
        JsonNode limit = world.web.ask("/api/usage").get("limits").get(0);
        assertThat(limit.get("total").get("consumed").asLong()).isEqualTo(27);
        assertThat(limit.get("top").get(0).get("entity").get("id").asText()).isEqualTo("key-1");
        assertThat(limit.get("top").get(0).get("consumed").asLong()).isEqualTo(15);
        assertThat(limit.get("top").get(1).get("consumed").asLong()).isEqualTo(12);
    }

    /** Where the system alone had limits, there was usage, and nothing of it was shown. */
    @Test
    void usage_ofNothingNamed_whereNoResourceHasLimits_isThatOfTheFirstEntities() {
        world.admin.limits().deleteResourceDefaults("gpt-4");
        world.admin.limits().setSystemDefaults(Limit.perMinute("rpm", 100));
        try (AggregatorWorker worker = AggregatorWorker.of(world.repository).start()) {
            world.take("key-1", "anything", "rpm", 10);
            assertThat(worker.flush(Duration.ofSeconds(5))).isTrue();
        }
        JsonNode usage = world.web.ask("/api/usage");
        assertThat(usage.get("of").asText()).isEqualTo("entities");
        assertThat(usage.get("limits").get(0).get("total").get("consumed").asLong())
                .isEqualTo(10);
    }

    @Test
    void usage_ofNothingNamed_whereNothingIsCounted_isEmpty() {
        assertThat(world.web.ask("/api/usage").get("limits")).isEmpty();
    }
}

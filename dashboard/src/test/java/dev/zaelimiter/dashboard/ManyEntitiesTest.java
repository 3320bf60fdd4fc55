package dev.zaelimiter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.zaelimiter.Limit;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page on a namespace of very many entities: what it shows is bounded, and the rest is found. */
@Tag("extended")
class ManyEntitiesTest {

    private static final int ENTITIES = Integer.getInteger("zae.scale", 20_000);

    @Test
    void manyEntities_areShownInPart_andFoundByTheirBeginning() {
        try (RunningDashboard world = RunningDashboard.showing()) {
            world.admin.limits().setSystemDefaults(Limit.perMinute("rpm", 60));
            for (int i = 0; i < ENTITIES; i++) {
                world.take("user-" + i, "gpt-4", "rpm", 1);
            }
            long start = System.nanoTime();
            JsonNode resource =
                    world.web.ask("/api/resource", "resource", "gpt-4").get("value");
            long shown = System.nanoTime();
            JsonNode found = world.web.ask("/api/search", "prefix", "user-1999");
            long searched = System.nanoTime();

            assertThat(resource.get("buckets").asLong()).isEqualTo(1000);
            assertThat(resource.get("more").asBoolean()).isTrue();
            Set<String> names = new HashSet<>();
            found.get("names").forEach(name -> names.add(name.get("id").asText()));
            assertThat(names).contains("user-1999").hasSizeLessThanOrEqualTo(20);
            System.out.printf(
                    "%,d entities: a resource is shown after %d ms, ten are found after %d ms%n",
                    ENTITIES, (shown - start) / 1_000_000, (searched - shown) / 1_000_000);
        }
    }
}

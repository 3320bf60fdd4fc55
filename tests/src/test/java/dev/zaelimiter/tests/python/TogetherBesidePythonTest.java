package dev.zaelimiter.tests.python;

import static dev.zaelimiter.tests.python.SharedTable.RESOURCE;
import static dev.zaelimiter.tests.python.SharedTable.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.tests.python.SharedTable.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both systems at the same moment on one bucket; and what is told on a table that ours made. */
class TogetherBesidePythonTest extends BesidePython {

    private static final int LIMIT = 120;

    /** Takes one at a time, until refused so often in a row. */
    private static int exhaust(LimitRepository ours, int refusals) {
        int granted = 0;
        int refused = 0;
        while (refused < refusals) {
            boolean in = took(ours, "k", "rpd", 1);
            granted += in ? 1 : 0;
            refused = in ? 0 : refused + 1;
        }
        return granted;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    @DisplayName("a divided bucket that both drain at the same moment gives exactly what is in it")
    void load_fromBothAtOnce_admitsExactlyTheLimit(int shards) {
        table.seed(shards);
        LimitRepository ours = table.process();
        LimitRepository another = table.process();
        ours.limits().setEntityLimits("k", RESOURCE, Limit.perDay("rpd", LIMIT));
        Client theirs = table.client("theirs");
        assertThat(took(ours, "k", "rpd", 1)).isTrue();
        for (int count = 1; count < shards; count *= 2) {
            theirs.repository(
                    "bump_shard_count", Map.of("entity_id", "k", "resource", RESOURCE, "current_count", count));
        }
        table.seconds(2);
        // More than a part of it: ours make what is counted and missing, empty.
        took(ours, "k", "rpd", LIMIT / 2 + 1);
        table.seconds(2 * 86_400);
        for (int shard = 0; shard < shards; shard++) {
            assertThat(table.shard("k", shard)).as("shard %d", shard).isNotNull();
        }
        // Each shard is refilled and cut, so that no rest is spent twice from here on, and the clock stands still.
        ours.limits().setEntityLimits("k", RESOURCE, Limit.perDay("rpd", LIMIT + 4));
        ours.limits().setEntityLimits("k", RESOURCE, Limit.perDay("rpd", LIMIT));
        List<CompletableFuture<Integer>> all = new ArrayList<>();
        all.add(CompletableFuture.supplyAsync(() -> exhaust(ours, 8)));
        all.add(CompletableFuture.supplyAsync(() -> exhaust(another, 8)));
        all.add(CompletableFuture.supplyAsync(() -> theirs.exhaust("k", "rpd", 24)));
        int granted = all.stream().mapToInt(CompletableFuture::join).sum();
        assertThat(all).allSatisfy(each -> assertThat(each.join()).isPositive());
        assertThat(granted + exhaust(ours, 2) + theirs.exhaust("k", "rpd", 24)).isEqualTo(LIMIT);
    }

    @Test
    @DisplayName(
            "I13: on a table that ours made, Python's capacity is empty, and soft limits are refused until its upgrade")
    void tableOfOurs_capacityAndSoftLimits_areAsThePageSays() {
        LimitRepository ours = table.process();
        ours.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 10));
        Client theirs = table.client("theirs");
        assertThat(theirs.took("k", "rpm", 1)).isTrue();
        assertThat(theirs.repository("get_resource_buckets", Map.of("resource", RESOURCE)))
                .isEmpty();
        assertThatThrownBy(() -> theirs.repository("bypass_entity", Map.of("entity_id", "k", "resource", RESOURCE)))
                .hasMessageContaining("VersionMismatch");
        Map<String, Object> soft = new java.util.LinkedHashMap<>(SharedTable.limit("rpm", 10, 10, 60));
        soft.put("soft", true);
        assertThatThrownBy(() -> theirs.repository(
                        "set_resource_defaults", Map.of("resource", RESOURCE, "limits", List.of(soft))))
                .hasMessageContaining("VersionMismatch");
        // What was refused has changed nothing.
        assertThat(ours.limits().getResourceDefaults(RESOURCE)).containsExactly(Limit.perMinute("rpm", 10));
        assertThat(theirs.drain("k", "rpm", 20)).isEqualTo(9);
    }
}

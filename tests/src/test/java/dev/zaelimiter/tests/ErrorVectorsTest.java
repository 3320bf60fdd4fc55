package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Story.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A refusal as JSON, beside the original's. Same keys, same values, but for what is better here:
 *
 * <ul>
 *   <li>{@code available} is never negative, nor above the capacity.
 *   <li>A wait is the first millisecond at which the request fits. Theirs adds one where the division is exact, and
 *       does not count what is left of the last refill.
 *   <li>A request that can never fit has no wait.
 *   <li>A child whose tokens came back stands as it stood before the request.
 *   <li>Both buckets of a cascade are reported, though one of them alone refuses.
 * </ul>
 *
 * <p>Not here: {@code rle-031}, which has two shards.
 */
class ErrorVectorsTest {

    private static final Limit RPM = Limit.perMinute("rpm", 100);
    private static final Limit TPM = Limit.perMinute("tpm", 10_000);

    private final ManualClock clock = new ManualClock();

    private LimitRepository repository(Limit... limits) {
        LimitRepository repository =
                EmbeddedRepository.builder().environment(clock).build();
        if (limits.length > 0) {
            repository.limits().setEntityLimits("user-1", "gpt-4", limits);
        }
        return repository;
    }

    private static void take(LimitRepository repository, String entity, Object... limitsAndAmounts) {
        repository.rateLimiter().acquire(request(entity, limitsAndAmounts)).keep();
    }

    private static Refusal refused(LimitRepository repository, AcquireRequest request) {
        return repository.rateLimiter().tryAcquire(request).refusal();
    }

    @Test
    void oneLimit_exceeded_sameMapNowAndLater() {
        try (LimitRepository repository = repository(RPM)) {
            take(repository, "user-1", "rpm", 96);
            assertSame("rle-001", refused(repository, request("user-1", "rpm", 10)), 1);
            clock.advance(Duration.ofMillis(500));
            assertSame("rle-003", refused(repository, request("user-1", "rpm", 10)), 1);
        }
    }

    @Test
    void twoLimits_exceededOrPassed_sameMap() {
        try (LimitRepository repository = repository(RPM, TPM)) {
            take(repository, "user-1", "rpm", 99, "tpm", 4_000);
            assertSame("rle-005", refused(repository, request("user-1", "rpm", 3, "tpm", 9_000)), 1);
            assertSame("rle-006", refused(repository, request("user-1", "tpm", 6_001)), 1);
            assertSame("rle-007", refused(repository, request("user-1", "rpm", 2, "tpm", 0)), 1);
            assertSame("rle-008", refused(repository, request("user-1", "tpm", 9_000, "rpm", 3)), 1);
        }
    }

    @Test
    void noBucketYet_aboveTheCapacity_sameMapWithoutAWait() {
        try (LimitRepository repository = repository(RPM, TPM)) {
            assertNever("rle-009", refused(repository, request("user-1", "rpm", 101, "tpm", 1)));
        }
    }

    @Test
    void inDebt_sameMapWithNothingAvailable() {
        try (LimitRepository repository = repository(RPM, TPM)) {
            repository.rateLimiter().run(request("user-1", "tpm", 500), lease -> lease.adjust("tpm", 25_000));
            Refusal refusal = refused(repository, request("user-1", "tpm", 100));
            assertThat(refusal.statuses().get(0).debt()).isEqualTo(15_500);
            assertSame("rle-013", refusal, 1);
            clock.advance(Duration.ofMillis(777));
            assertSame("rle-015", refused(repository, request("user-1", "tpm", 100)), 1);
        }
    }

    @Test
    void fractionalRefill_sameMapWithTheRemainderCounted() {
        try (LimitRepository repository = repository(Limit.custom("x", 7, 3, Duration.ofSeconds(7)))) {
            take(repository, "user-1", "x", 7);
            clock.advance(Duration.ofSeconds(1));
            assertSame("rle-017", refused(repository, request("user-1", "x", 2)), 2);
        }
    }

    private LimitRepository family(Duration refusalFreshness) {
        LimitRepository repository = EmbeddedRepository.builder()
                .environment(clock)
                .refusalFreshness(refusalFreshness)
                .build();
        repository.entities().create(Entity.builder("proj-1").build());
        repository
                .entities()
                .create(Entity.builder("key-1").parent("proj-1").cascade(true).build());
        return repository;
    }

    @Test
    void cascade_childOrParentExceeded_sameMap() {
        for (Duration freshness : List.of(Duration.ofSeconds(1), Duration.ZERO)) {
            boolean cached = !freshness.isZero();
            try (LimitRepository repository = family(freshness)) {
                repository
                        .limits()
                        .setEntityLimits("key-1", "gpt-4", Limit.perMinute("rpm", 10), Limit.perMinute("tpm", 1_000));
                repository
                        .limits()
                        .setEntityLimits("proj-1", "gpt-4", Limit.perMinute("rpm", 20), Limit.perMinute("tpm", 5_000));
                take(repository, "key-1", "rpm", 1, "tpm", 10);
                take(repository, "key-1", "rpm", 8, "tpm", 10);
                assertSame(
                        cached ? "rle-019" : "rle-023", refused(repository, request("key-1", "rpm", 2, "tpm", 10)), 1);
                take(repository, "proj-1", "rpm", 11);
                // rle-024 shows the child after its tokens were taken, as exceeded; so both are held to rle-020.
                assertSame("rle-020", refused(repository, request("key-1", "rpm", 1, "tpm", 10)), 1);
            }
        }
    }

    @Test
    void cascadeCold_parentCanNeverGrant_sameMapWithoutAWait() {
        try (LimitRepository repository = family(Duration.ofSeconds(1))) {
            repository.limits().setEntityLimits("key-1", "gpt-4", Limit.perMinute("rpm", 10));
            repository.limits().setEntityLimits("proj-1", "gpt-4", Limit.perMinute("rpm", 5));
            assertNever("rle-027", refused(repository, request("key-1", "rpm", 7)));
        }
        try (LimitRepository repository = family(Duration.ofSeconds(1))) {
            repository.limits().setEntityLimits("key-1", "gpt-4", Limit.perMinute("rpm", 10));
            repository
                    .limits()
                    .setEntityLimits("proj-1", "gpt-4", Limit.perMinute("rpm", 20), Limit.perMinute("tpm", 100));
            assertNever("rle-029", refused(repository, request("key-1", "rpm", 1, "tpm", 101)));
        }
    }

    @Test
    void constructed_primaryIsTheLongestWait_sameMap() {
        for (String id : List.of("rle-033", "rle-034")) {
            List<LimitStatus> statuses = new java.util.ArrayList<>();
            for (JsonNode limit : expected(id).get("limits")) {
                statuses.add(LimitStatus.of(
                        limit.get("entity_id").asText(),
                        limit.get("resource").asText(),
                        Limit.perMinute(limit.get("limit_name").asText(), 100),
                        limit.get("available").asLong(),
                        limit.get("requested").asLong(),
                        limit.get("exceeded").asBoolean(),
                        Math.round(limit.get("retry_after_seconds").asDouble() * 1000)));
            }
            assertSame(id, Refusal.exceeded("child", "api", statuses), 0);
        }
    }

    @Test
    void contended_sameKeysAndItsOwnWait() {
        LimitStatus status = LimitStatus.of("e1", "api", RPM, 5, 1, false, 0);
        Refusal refusal = Refusal.contended("e1", "api", List.of(status), 100);
        JsonNode ours = json(refusal);
        assertThat(names(ours)).isEqualTo(names(expected("rle-001")));
        assertThat(ours.get("contended").asBoolean()).isTrue();
        assertThat(ours.get("retry_after_ms").asLong()).isEqualTo(100);
        assertThat(ours.get("retry_after_seconds").asDouble()).isEqualTo(0.1);
        assertThat(ours.get("message").asText()).isEqualTo("Too many writers at once for e1/api. Retry after 0.1s");
    }

    /** Equal in everything, with waits that are shorter by the milliseconds given. */
    private static void assertSame(String id, Refusal refusal, long shorter) {
        JsonNode theirs = expected(id);
        JsonNode ours = json(refusal);
        assertShape(id, ours, theirs);
        // Where limits of two entities are exceeded, ours says of each whose it is.
        String message = inOurOrder(theirs, refusal).replace("[a, a]", "[a of child, a of parent]");
        assertThat(ours.get("message").asText()).as(id).isEqualTo(message);
        assertThat(ours.get("retry_after_ms").asLong())
                .as(id)
                .isEqualTo(theirs.get("retry_after_ms").asLong() - shorter);
        assertThat(ours.get("retry_after_seconds").asDouble())
                .as(id)
                .isEqualTo(refusal.retryAfter().orElseThrow().toMillis() / 1000.0);
        Map<String, JsonNode> byName = limits(ours);
        for (JsonNode limit : theirs.get("limits")) {
            JsonNode mine = byName.get(name(limit));
            long wait = Math.round(limit.get("retry_after_seconds").asDouble() * 1000);
            assertThat(Math.round(mine.get("retry_after_seconds").asDouble() * 1000))
                    .as(id)
                    .isEqualTo(limit.get("exceeded").asBoolean() ? wait - shorter : 0);
        }
    }

    private static void assertNever(String id, Refusal refusal) {
        JsonNode theirs = expected(id);
        JsonNode ours = json(refusal);
        assertShape(id, ours, theirs);
        assertThat(ours.get("retry_after_ms").isNull()).as(id).isTrue();
        assertThat(ours.get("retry_after_seconds").isNull()).as(id).isTrue();
        String before = theirs.get("message").asText().replaceFirst("Retry after .*", "");
        assertThat(ours.get("message").asText()).startsWith(before).endsWith("can never fit");
        Map<String, JsonNode> byName = limits(ours);
        for (JsonNode limit : theirs.get("limits")) {
            JsonNode mine = byName.get(name(limit)).get("retry_after_seconds");
            assertThat(mine.isNull()).as(id).isEqualTo(limit.get("exceeded").asBoolean());
        }
    }

    private static void assertShape(String id, JsonNode ours, JsonNode theirs) {
        assertThat(names(ours)).as(id).isEqualTo(names(theirs));
        assertThat(ours.get("error")).isEqualTo(theirs.get("error"));
        assertThat(ours.get("contended")).isEqualTo(theirs.get("contended"));
        Map<String, JsonNode> byName = limits(ours);
        assertThat(byName.keySet()).as(id).containsAll(limits(theirs).keySet());
        for (JsonNode limit : theirs.get("limits")) {
            JsonNode mine = byName.get(name(limit));
            assertThat(names(mine)).as(id).isEqualTo(names(limit));
            for (String same : names(limit)) {
                if (same.equals("available")) {
                    long clamped = Math.max(0, limit.get(same).asLong());
                    assertThat(mine.get(same).asLong()).as(id).isEqualTo(clamped);
                } else if (!same.equals("retry_after_seconds")) {
                    assertThat(mine.get(same).asText())
                            .as(id + " " + same)
                            .isEqualTo(limit.get(same).asText());
                }
            }
        }
    }

    /** The order of names between brackets follows the request here, and chance there. */
    private static String inOurOrder(JsonNode theirs, Refusal refusal) {
        List<String> names = refusal.violations().stream()
                .map(status -> status.limit().name())
                .toList();
        String message = theirs.get("message").asText();
        Set<String> bracketed = Set.of(message.substring(message.indexOf('[') + 1, message.indexOf(']'))
                .split(", ")[0]);
        assertThat(new HashSet<>(names)).containsAll(bracketed);
        return message.replaceFirst("\\[.*?]", names.toString());
    }

    private static Map<String, JsonNode> limits(JsonNode map) {
        Map<String, JsonNode> byName = new HashMap<>();
        map.get("limits").forEach(limit -> byName.put(name(limit), limit));
        return byName;
    }

    private static String name(JsonNode limit) {
        return limit.get("entity_id").asText() + "/" + limit.get("limit_name").asText();
    }

    private static Set<String> names(JsonNode object) {
        Set<String> names = new HashSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static JsonNode json(Refusal refusal) {
        return new ObjectMapper().valueToTree(refusal.toMap());
    }

    private static JsonNode expected(String id) {
        for (JsonNode each : Story.read("errors").get("rate_limit_exceeded")) {
            if (each.get("id").asText().equals(id)) {
                return each.get("exception").get("as_dict");
            }
        }
        throw new AssertionError(id);
    }
}

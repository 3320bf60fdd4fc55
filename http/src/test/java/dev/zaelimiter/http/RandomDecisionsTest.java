package dev.zaelimiter.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.Refusal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for every decision, from the smallest limit to the largest. */
@Tag("same-on-every-jdk")
class RandomDecisionsTest {

    private static final int DECISIONS = 5_000;
    private static final long SEED = 19;
    private static final long LONGEST = Integer.MAX_VALUE;

    private final ObjectMapper json = new ObjectMapper();
    private final ManualClock clock = new ManualClock();

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void refused_always_isA429ThatNamesATimeOfAtLeastASecond(Dialect dialect) throws Exception {
        Random random = new Random(SEED);
        for (int i = 0; i < DECISIONS; i++) {
            int jitter = random.nextInt(30);
            HttpAnswers answers = HttpAnswers.builder()
                    .dialect(dialect)
                    .jitter(Duration.ofSeconds(jitter))
                    .environment(clock)
                    .build();
            List<LimitStatus> statuses = Statuses.any(random, true);
            Refusal refusal = i % 5 == 0
                    ? Refusal.contended(Statuses.ENTITY, Statuses.RESOURCE, statuses, 100)
                    : Refusal.exceeded(Statuses.ENTITY, Statuses.RESOURCE, statuses);
            HttpAnswer answer = answers.refused(refusal);
            Map<String, String> fields = byName(answer.fields());

            assertThat(answer.status()).isEqualTo(429);
            long retry = Long.parseLong(fields.get("Retry-After"));
            assertThat(retry).as("%s", refusal).isBetween(1L, LONGEST);
            refusal.retryAfter()
                    .ifPresent(wait -> assertThat(retry * 1000)
                            .isGreaterThanOrEqualTo(Math.min(wait.toMillis(), LONGEST * 1000))
                            .isLessThanOrEqualTo(Math.min(wait.toMillis() + 1999 + jitter * 1000L, LONGEST * 1000)));
            requireSound(dialect, fields, retry);
            JsonNode problem = json.readTree(answer.body());
            assertThat(problem.get("violated-policies"))
                    .hasSize(refusal.violations().size());
            assertThat(answer.toString()).doesNotContain(Statuses.ENTITY).doesNotContain(Statuses.PARENT);
        }
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void granted_always_saysNoMoreThanThereIs(Dialect dialect) {
        Random random = new Random(SEED);
        HttpAnswers answers =
                HttpAnswers.builder().dialect(dialect).environment(clock).build();
        for (int i = 0; i < DECISIONS; i++) {
            List<LimitStatus> statuses = Statuses.any(random, false);
            DecisionView view = DecisionView.granted(Statuses.ENTITY, Statuses.RESOURCE, statuses);
            Map<String, String> fields = byName(answers.fields(view));

            assertThat(fields).doesNotContainKey("Retry-After");
            requireSound(dialect, fields, 0);
            if (dialect == Dialect.IETF_11 && !view.limits().isEmpty()) {
                requireWindows(view, StructuredFieldParser.list(fields.get("RateLimit")));
            }
        }
    }

    private static Map<String, String> byName(List<HeaderField> fields) {
        Map<String, String> map = new HashMap<>();
        for (HeaderField field : fields) {
            assertThat(map.put(field.name(), field.value())).as(field.name()).isNull();
            assertThat(field.value().chars()).allMatch(c -> c >= 0x20 && c <= 0x7e);
        }
        return map;
    }

    private void requireSound(Dialect dialect, Map<String, String> fields, long retry) {
        switch (dialect) {
            case IETF_11, IETF_8 -> requireList(fields, retry);
            case IETF_7 -> requireDictionary(fields, retry);
            case GITHUB -> requireGitHub(fields, retry);
            case OPENAI ->
                fields.forEach((name, value) -> {
                    if (name.startsWith("x-ratelimit-remaining-") || name.startsWith("x-ratelimit-limit-")) {
                        assertThat(Long.parseLong(value)).isNotNegative();
                    } else if (name.startsWith("x-ratelimit-reset-")) {
                        assertThat(value).matches("[0-9]+ms|([0-9]+h)?([0-9]+m)?[0-9]+(\\.[0-9]{1,3})?s");
                    }
                });
            case NONE -> assertThat(fields.keySet()).isSubsetOf("Retry-After", "Cache-Control");
        }
    }

    private static void requireList(Map<String, String> fields, long retry) {
        if (!fields.containsKey("RateLimit")) {
            assertThat(fields).doesNotContainKey("RateLimit-Policy");
            return;
        }
        List<StructuredFieldParser.Item> policies = StructuredFieldParser.list(fields.get("RateLimit-Policy"));
        List<StructuredFieldParser.Item> limits = StructuredFieldParser.list(fields.get("RateLimit"));
        assertThat(limits).hasSameSizeAs(policies).isNotEmpty();
        for (int i = 0; i < limits.size(); i++) {
            StructuredFieldParser.Item policy = policies.get(i);
            StructuredFieldParser.Item limit = limits.get(i);
            assertThat(limit.value()).isEqualTo(policy.value()).isInstanceOf(String.class);
            assertThat(policy.integer("q")).isNotNegative();
            if (policy.parameters().containsKey("w")) {
                assertThat(policy.integer("w")).isBetween(1L, LONGEST);
            }
            assertThat(limit.integer("r")).isBetween(0L, policy.integer("q"));
            if (limit.parameters().containsKey("t")) {
                assertThat(limit.integer("t")).isBetween(0L, LONGEST);
                if (retry > 0) {
                    assertThat(limit.integer("t")).isEqualTo(retry);
                }
            }
        }
    }

    private static void requireDictionary(Map<String, String> fields, long retry) {
        if (!fields.containsKey("RateLimit")) {
            return;
        }
        Map<String, StructuredFieldParser.Item> limit = StructuredFieldParser.dictionary(fields.get("RateLimit"));
        assertThat(limit.keySet()).containsExactly("limit", "remaining", "reset");
        assertThat((Long) limit.get("remaining").value())
                .isBetween(0L, (Long) limit.get("limit").value());
        assertThat((Long) limit.get("reset").value()).isBetween(0L, LONGEST);
        if (retry > 0) {
            assertThat(limit.get("reset").value()).isEqualTo(retry);
        }
        if (fields.containsKey("RateLimit-Policy")) {
            List<StructuredFieldParser.Item> policies = StructuredFieldParser.list(fields.get("RateLimit-Policy"));
            assertThat(policies).extracting(StructuredFieldParser.Item::value).doesNotHaveDuplicates();
            assertThat(policies)
                    .allSatisfy(policy -> assertThat(policy.integer("w")).isBetween(1L, LONGEST));
        }
    }

    private void requireGitHub(Map<String, String> fields, long retry) {
        if (!fields.containsKey("X-RateLimit-Limit")) {
            return;
        }
        long limit = Long.parseLong(fields.get("X-RateLimit-Limit"));
        assertThat(Long.parseLong(fields.get("X-RateLimit-Remaining"))).isBetween(0L, limit);
        assertThat(Long.parseLong(fields.get("X-RateLimit-Reset")) * 1000)
                .isGreaterThanOrEqualTo(clock.wallMillis() + retry * 1000);
    }

    /**
     * A client that spends what is left evenly over the window is no faster than the limit, and more is there at its
     * end.
     */
    private static void requireWindows(DecisionView view, List<StructuredFieldParser.Item> items) {
        for (int i = 0; i < items.size(); i++) {
            LimitView limit = view.limits().get(i);
            Object t = items.get(i).parameters().get("t");
            if (t == null) {
                assertThat(limit.limit().isBudget() || limit.limit().capacity() == 0)
                        .isTrue();
                continue;
            }
            double perSecond = (double) limit.limit().refillAmount()
                    / limit.limit().refillPeriod().toSeconds();
            long window = (Long) t;
            if (window < LONGEST) {
                assertThat(window * perSecond * (1 + 1e-9)).isGreaterThanOrEqualTo((double) limit.remaining());
                if (limit.remaining() < limit.limit().capacity()) {
                    assertThat(window * perSecond * (1 + 1e-9)).isGreaterThanOrEqualTo(1);
                }
            }
        }
    }
}

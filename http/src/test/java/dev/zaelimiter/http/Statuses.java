package dev.zaelimiter.http;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Decisions for tests: by hand, and at random. */
final class Statuses {

    static final String ENTITY = "key-1";
    static final String PARENT = "project-1";
    static final String RESOURCE = "gpt-4";

    private Statuses() {}

    static LimitStatus passed(Limit limit, long balance) {
        return LimitStatus.of(ENTITY, RESOURCE, limit, balance, 1, false, 0);
    }

    static LimitStatus violated(Limit limit, long balance, long retryAfterMillis) {
        return LimitStatus.of(ENTITY, RESOURCE, limit, balance, 1, true, retryAfterMillis);
    }

    static LimitStatus ofParent(LimitStatus status) {
        return LimitStatus.of(
                PARENT,
                RESOURCE,
                status.limit(),
                status.available() - status.debt(),
                status.requested(),
                status.exceeded(),
                status.retryAfter().map(Duration::toMillis).orElse(-1L));
    }

    static DecisionView granted(LimitStatus... statuses) {
        return DecisionView.granted(ENTITY, RESOURCE, List.of(statuses));
    }

    static Refusal refused(LimitStatus... statuses) {
        return Refusal.exceeded(ENTITY, RESOURCE, List.of(statuses));
    }

    static Limit anyLimit(Random random, String name) {
        if (random.nextInt(8) == 0) {
            return Limit.budget(name, anyAmount(random));
        }
        Limit limit = Limit.custom(
                name,
                anyAmount(random),
                Math.max(1, anyAmount(random)),
                Duration.ofSeconds(Math.max(1, Math.min(1_000_000_000L, anyAmount(random)))));
        return random.nextInt(10) == 0 ? limit.asSoft() : limit;
    }

    /** Each order of magnitude is as likely, and both ends are met. */
    private static long anyAmount(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> 0;
            case 1 -> Limit.MAX_AMOUNT;
            default -> {
                long magnitude = 1;
                for (int i = random.nextInt(16); i > 0; i--) {
                    magnitude *= 10;
                }
                yield 1 + Math.floorMod(random.nextLong(), magnitude);
            }
        };
    }

    /** The limits of a decision in which those at the given places refused. */
    static List<LimitStatus> any(Random random, boolean refused) {
        List<LimitStatus> statuses = new ArrayList<>();
        int count = 1 + random.nextInt(5);
        int refusing = random.nextInt(count);
        for (int i = 0; i < count; i++) {
            Limit limit = anyLimit(random, "limit-" + i);
            boolean exceeded = refused && !limit.soft() && (i == refusing || random.nextBoolean());
            long balance = random.nextInt(3) == 0
                    ? -anyAmount(random)
                    : Math.floorMod(random.nextLong(), limit.capacity() + 1);
            long retry = !exceeded ? 0 : random.nextInt(6) == 0 ? -1 : 1 + anyAmount(random);
            String entity = random.nextInt(4) == 0 ? PARENT : ENTITY;
            statuses.add(LimitStatus.of(entity, RESOURCE, limit, balance, 1, exceeded, retry));
        }
        return statuses;
    }
}

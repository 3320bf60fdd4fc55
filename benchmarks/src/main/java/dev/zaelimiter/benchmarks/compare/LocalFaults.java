package dev.zaelimiter.benchmarks.compare;

import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Limiters in memory, one in each of four processes that were meant to share a limit. */
final class LocalFaults {

    private static final int PROCESSES = 4;
    private static final int REFUSALS = 3;
    private static final long PATIENCE_MILLIS = 30_000;

    private final int tokens;

    LocalFaults(int tokens) {
        this.tokens = tokens;
    }

    Map<String, Object> bucket4j() throws InterruptedException {
        List<Bucket> processes = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(Workload.bucket4j(tokens));
        }
        return ask(caller -> processes.get(caller % PROCESSES).tryConsume(1));
    }

    Map<String, Object> resilience4j() throws InterruptedException {
        List<RateLimiter> processes = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(Workload.resilience4j(tokens));
        }
        return ask(caller -> processes.get(caller % PROCESSES).acquirePermission());
    }

    private Map<String, Object> ask(Crowd.Question question) throws InterruptedException {
        Crowd crowd = new Crowd();
        crowd.ask(Faults.CALLERS, REFUSALS, PATIENCE_MILLIS, question);
        Map<String, Object> figures = crowd.figures();
        figures.put("allowed", tokens);
        figures.put("over_admitted", Math.max(0, crowd.granted() - tokens));
        figures.put("lost_tokens", 0);
        return figures;
    }
}

package dev.zaelimiter.benchmarks.spring;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * What a filter on Bucket4j does at the least: a bucket for each key, and a header with what is left. It stands for
 * Bucket4j's starter, of which there is none for Spring Boot 4.
 */
final class BucketFilter extends OncePerRequestFilter {

    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();
    private final long capacity;
    private final long perMinute;

    BucketFilter(long capacity, long perMinute) {
        this.capacity = capacity;
        this.perMinute = perMinute;
    }

    ConsumptionProbe take(String key) {
        Bucket bucket = buckets.get(key);
        if (bucket == null) {
            bucket = buckets.computeIfAbsent(
                    key,
                    unknown -> Bucket.builder()
                            .addLimit(limit -> limit.capacity(capacity).refillGreedy(perMinute, Duration.ofMinutes(1)))
                            .addLimit(limit ->
                                    limit.capacity(capacity).refillGreedy(50 * perMinute, Duration.ofMinutes(1)))
                            .build());
        }
        return bucket.tryConsumeAndReturnRemaining(1);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        ConsumptionProbe probe = take(request.getHeader("X-Api-Key"));
        if (probe.isConsumed()) {
            response.setHeader("X-Rate-Limit-Remaining", Long.toString(probe.getRemainingTokens()));
            chain.doFilter(request, response);
        } else {
            response.setStatus(429);
        }
    }
}

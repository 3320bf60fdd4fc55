package com.example;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import java.net.URI;

/**
 * Two processes that share a limit. Both are in this one, to show it; each has its own connection and knows nothing of
 * the other.
 */
public final class SharedLimits {

    private SharedLimits() {}

    /** Opens the table, and makes it if there is none: on your own machine, or in AWS if no endpoint is given. */
    static LimitRepository open(String table, String endpoint) {
        var builder = DynamoDbRepository.builder(table).region("us-east-1");
        if (!endpoint.isEmpty()) {
            builder = builder.endpoint(URI.create(endpoint)).credentials("local", "local");
        }
        return builder.open();
    }

    /** How many of 20 requests were granted, every other one to each process. */
    static int granted(LimitRepository one, LimitRepository other, String customer) {
        AcquireRequest request = AcquireRequest.entity(customer).resource("reports").take("requests", 1).build();
        int granted = 0;
        for (int i = 0; i < 20; i++) {
            Decision decision = (i % 2 == 0 ? one : other).rateLimiter().tryAcquire(request);
            granted += decision.granted() ? 1 : 0;
        }
        return granted;
    }

    public static void main(String[] args) {
        String endpoint = System.getenv().getOrDefault("DYNAMODB_ENDPOINT", "http://127.0.0.1:8100");
        try (LimitRepository one = open("example-limits", endpoint);
                LimitRepository other = open("example-limits", endpoint)) {
            one.limits().setResourceDefaults("reports", Limit.perHour("requests", 5));
            System.out.println("granted " + granted(one, other, "customer-" + System.nanoTime()) + " of 20 requests to 2 processes");
        }
    }
}

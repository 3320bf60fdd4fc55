package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import org.junit.jupiter.api.Test;

/** Needs a DynamoDB: on 127.0.0.1:8100, or where DYNAMODB_ENDPOINT says. */
class SharedLimitsTest {

    private static final String ENDPOINT =
            System.getenv().getOrDefault("DYNAMODB_ENDPOINT", "http://127.0.0.1:8100");

    @Test
    void granted_byTwoProcessesTogether_isWhatTheLimitAllows() {
        String table = "example-" + System.nanoTime();
        try (LimitRepository one = SharedLimits.open(table, ENDPOINT);
                LimitRepository other = SharedLimits.open(table, ENDPOINT)) {
            one.limits().setResourceDefaults("reports", Limit.perHour("requests", 5));

            assertEquals(5, SharedLimits.granted(one, other, "customer"));
        }
    }
}

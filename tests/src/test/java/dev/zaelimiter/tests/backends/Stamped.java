package dev.zaelimiter.tests.backends;

import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A bucket's balance of the limit {@code rps}, and the moment to which it is refilled.
 *
 * @param tokensMilli the balance in thousandths
 * @param stampMillis since the epoch
 */
record Stamped(long tokensMilli, long stampMillis) {

    static Stamped of(Map<String, AttributeValue> item) {
        return new Stamped(number(item, "b_rps_tk"), number(item, "rf"));
    }

    private static long number(Map<String, AttributeValue> item, String name) {
        return Long.parseLong(Objects.requireNonNull(item.get(name), () -> name + " in " + item)
                .n());
    }
}

package dev.zaelimiter.cli.admin.local;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a program's environment has to say so that it finds the local store, and no other. */
final class Variables {

    /** What could lead elsewhere; taken away. */
    static final Set<String> IN_THE_WAY = new TreeSet<>(Set.of("AWS_PROFILE", "AWS_SESSION_TOKEN"));

    private static final String ANY_CREDENTIALS = "local";

    private Variables() {}

    static Map<String, String> of(Running running) {
        Map<String, String> values = new LinkedHashMap<>();
        String endpoint = running.endpoint().toString();
        values.put("AWS_ENDPOINT_URL_DYNAMODB", endpoint);
        values.put("AWS_ENDPOINT_URL_DYNAMODB_STREAMS", endpoint);
        if (running.kind() == Running.Kind.ministack) {
            // It answers for every service.
            values.put("AWS_ENDPOINT_URL", endpoint);
        }
        values.put("AWS_REGION", Running.REGION);
        values.put("AWS_DEFAULT_REGION", Running.REGION);
        values.put("AWS_ACCESS_KEY_ID", ANY_CREDENTIALS);
        values.put("AWS_SECRET_ACCESS_KEY", ANY_CREDENTIALS);
        values.put("ZAEL_STACK", running.table());
        values.put("ZAEL_NAMESPACE", running.namespace());
        return values;
    }

    /** All that any back end sets. */
    static Set<String> names() {
        return Set.of(
                "AWS_ENDPOINT_URL_DYNAMODB",
                "AWS_ENDPOINT_URL_DYNAMODB_STREAMS",
                "AWS_ENDPOINT_URL",
                "AWS_REGION",
                "AWS_DEFAULT_REGION",
                "AWS_ACCESS_KEY_ID",
                "AWS_SECRET_ACCESS_KEY",
                "ZAEL_STACK",
                "ZAEL_NAMESPACE");
    }
}

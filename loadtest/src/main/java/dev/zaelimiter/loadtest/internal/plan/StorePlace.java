package dev.zaelimiter.loadtest.internal.plan;

import dev.zaelimiter.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the limits of a load test live. */
public sealed interface StorePlace {

    /** For people. */
    String title();

    /** As it stands in {@code run.json}. */
    Map<String, @Nullable Object> toMap();

    /** Whether only one process can have it open. */
    default boolean ofOneProcess() {
        return true;
    }

    /** A store in the memory of the worker. */
    record Memory() implements StorePlace {
        @Override
        public String title() {
            return "memory";
        }

        @Override
        public Map<String, @Nullable Object> toMap() {
            return map("kind", "memory");
        }
    }

    /**
     * A store in a file.
     *
     * @param path its name
     */
    record StoredFile(String path) implements StorePlace {
        @Override
        public String title() {
            return "file " + path;
        }

        @Override
        public Map<String, @Nullable Object> toMap() {
            return map("kind", "file", "path", path);
        }
    }

    /**
     * A table.
     *
     * @param table its name
     * @param region or null for that of the environment
     * @param endpoint another service than the region's, or null
     * @param profile whose credentials, or null for those of the environment
     */
    record Table(
            String table,
            @Nullable String region,
            @Nullable String endpoint,
            @Nullable String profile) implements StorePlace {
        @Override
        public String title() {
            return "table " + table + (region == null ? "" : " in " + region)
                    + (endpoint == null ? "" : " at " + endpoint);
        }

        @Override
        public Map<String, @Nullable Object> toMap() {
            return map("kind", "table", "table", table, "region", region, "endpoint", endpoint, "profile", profile);
        }

        @Override
        public boolean ofOneProcess() {
            return false;
        }
    }

    /** Reads one. */
    static StorePlace of(Fields fields) {
        String kind = fields.text("kind");
        return switch (kind) {
            case "memory" -> new Memory();
            case "file" -> new StoredFile(fields.text("path"));
            case "table" ->
                new Table(
                        fields.text("table"),
                        fields.textOrNull("region"),
                        fields.textOrNull("endpoint"),
                        fields.textOrNull("profile"));
            default -> throw new InvalidInputException("run.json: store: kind", kind, "memory, file or table");
        };
    }

    private static Map<String, @Nullable Object> map(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (namesAndValues[i + 1] != null) {
                map.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
            }
        }
        return map;
    }
}

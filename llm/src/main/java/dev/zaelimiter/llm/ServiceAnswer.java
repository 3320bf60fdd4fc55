package dev.zaelimiter.llm;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the response of a model's provider says of its limits.
 *
 * @param status the status
 * @param fields values by the names of fields, in which case does not matter; empty where they are not known
 */
public record ServiceAnswer(int status, Map<String, List<String>> fields) {

    /** Copies the fields. */
    public ServiceAnswer {
        TreeMap<String, List<String>> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        fields.forEach((name, values) -> sorted.put(name, List.copyOf(values)));
        fields = Collections.unmodifiableMap(sorted);
    }

    /**
     * The values of a field.
     *
     * @param name in any case
     * @return empty if it is not there
     */
    public List<String> values(String name) {
        return fields.getOrDefault(name, List.of());
    }
}

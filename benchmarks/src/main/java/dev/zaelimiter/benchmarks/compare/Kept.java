package dev.zaelimiter.benchmarks.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what was kept: any part of it may be missing. */
final class Kept {

    private final Map<String, Object> root;

    Kept(Map<String, Object> root) {
        this.root = root;
    }

    /** What lies on a path of names, or null. */
    private @Nullable Object at(String... path) {
        Object here = root;
        for (String name : path) {
            here = here instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return here;
    }

    boolean has(String... path) {
        Object here = at(path);
        return here != null && !(here instanceof Map<?, ?> map && map.isEmpty());
    }

    String text(String... path) {
        Object here = at(path);
        return here instanceof Double number && number == Math.rint(number)
                ? Long.toString(Math.round(number))
                : String.valueOf(here == null ? "unknown" : here);
    }

    Optional<Double> number(String... path) {
        return at(path) instanceof Double number ? Optional.of(number) : Optional.empty();
    }

    List<Double> numbers(String... path) {
        return at(path) instanceof List<?> list
                ? list.stream().map(each -> (Double) each).toList()
                : List.of();
    }

    /** What lies there, by name. */
    Map<String, Object> map(String... path) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (at(path) instanceof Map<?, ?> found) {
            found.forEach((name, value) -> map.put(String.valueOf(name), value));
        }
        return map;
    }
}

package dev.zaelimiter.admin.survey;

import dev.zaelimiter.store.Key;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/** How often something was found, and some of the places, however many there are: a table may hold millions. */
final class Tally {

    private static final String NAMESPACE = "#NSID#";

    private long count;
    private final NavigableSet<Key> some = new TreeSet<>((a, b) -> {
        int byPartition = a.pk().compareTo(b.pk());
        return byPartition == 0 ? a.sk().compareTo(b.sk()) : byPartition;
    });

    void add(Key key) {
        count++;
        some.add(key);
        if (some.size() > Survey.MOST_PLACES) {
            some.pollLast();
        }
    }

    long count() {
        return count;
    }

    /** The places in words; the namespaces' names by their ids. */
    List<String> places(Map<String, String> namespaces) {
        return some.stream().map(key -> place(key, namespaces)).toList();
    }

    private static String place(Key key, Map<String, String> namespaces) {
        if (key.sk().startsWith(NAMESPACE)) {
            String namespace = key.sk().substring(NAMESPACE.length());
            return namespaces.getOrDefault(namespace, namespace);
        }
        int slash = key.pk().indexOf('/');
        if (slash < 0) {
            return key.toString();
        }
        String id = key.pk().substring(0, slash);
        String name = namespaces.getOrDefault(id, id);
        String prefix = name.equals("default") || name.equals("_") ? "" : "namespace " + name + ": ";
        String[] parts = key.pk().substring(slash + 1).split("#", -1);
        return prefix
                + switch (parts[0]) {
                    case "BUCKET" ->
                        parts.length == 4
                                ? "bucket of " + parts[1] + " on " + parts[2]
                                        + (parts[3].equals("0") ? "" : ", shard " + parts[3])
                                : key.toString();
                    case "ENTITY" -> entity(parts[1], key.sk());
                    case "RESOURCE" -> "resource " + parts[1];
                    case "SYSTEM" -> key.sk().equals("#CONFIG") ? "system" : key.sk();
                    default -> key.toString();
                };
    }

    private static String entity(String entity, String sk) {
        String resource = sk.substring(sk.lastIndexOf('#') + 1);
        return "entity " + entity + (sk.startsWith("#META") || resource.equals("_default_") ? "" : " on " + resource);
    }
}

package dev.zaelimiter.admin.manifest;

import dev.zaelimiter.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A node of a manifest with the path that leads to it, so that whatever is wrong with it can be named.
 *
 * @param path for example {@code resources.gpt-4.limits}
 * @param name where its name stands; the node itself if it has none
 * @param node what is there
 */
record YamlEntry(String path, Node name, Node node) {

    private static final String WHOLE = "the manifest";

    static YamlEntry root(Node node) {
        return new YamlEntry(WHOLE, node, node);
    }

    /** Its name, as an entry of its own: where the name itself is wrong. */
    YamlEntry key() {
        return new YamlEntry(path, name, name);
    }

    ManifestException wrong(@Nullable Object value, String rule) {
        return wrong(node, path, value, rule);
    }

    private static ManifestException wrong(Node node, String path, @Nullable Object value, String rule) {
        int line = node.getStartMark().map(Mark::getLine).orElse(0) + 1;
        int column = node.getStartMark().map(Mark::getColumn).orElse(0) + 1;
        return new ManifestException(line, column, path, value, rule);
    }

    /** What is wrong by a rule of the limiter is wrong here. */
    <T> T here(Supplier<T> check) {
        try {
            return check.get();
        } catch (ManifestException placed) {
            throw placed;
        } catch (InvalidInputException e) {
            throw wrong(e.value(), e.rule());
        }
    }

    /** The entries of a mapping, in order; a key that is there twice is refused. */
    Map<String, YamlEntry> entries() {
        if (!(node instanceof MappingNode mapping)) {
            throw wrong(shown(), "a mapping of names to entries");
        }
        Map<String, YamlEntry> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw wrong(tuple.getKeyNode(), path, null, "a name before each colon");
            }
            String child = path.equals(WHOLE) ? key.getValue() : path + "." + key.getValue();
            if (entries.put(key.getValue(), new YamlEntry(child, key, tuple.getValueNode())) != null) {
                throw wrong(key, child, key.getValue(), "each name only once");
            }
        }
        return entries;
    }

    /** The entries of a mapping whose names are known. */
    Map<String, YamlEntry> entries(Set<String> allowed) {
        Map<String, YamlEntry> entries = entries();
        entries.forEach((name, entry) -> {
            if (!allowed.contains(name)) {
                throw entry.key().wrong(name, "one of " + String.join(", ", allowed));
            }
        });
        return entries;
    }

    String text() {
        if (node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.STR)) {
            return scalar.getValue();
        }
        throw wrong(shown(), "a text, in quotes if it looks like something else");
    }

    boolean is(String text) {
        return node instanceof ScalarNode scalar
                && scalar.getTag().equals(Tag.STR)
                && scalar.getValue().equals(text);
    }

    boolean bool(String allowed) {
        if (node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.BOOL)) {
            return scalar.getValue().equalsIgnoreCase("true");
        }
        throw wrong(shown(), allowed);
    }

    long whole(String range) {
        if (node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.INT)) {
            try {
                return Long.parseLong(scalar.getValue());
            } catch (NumberFormatException tooLarge) {
                throw wrong(scalar.getValue(), range);
            }
        }
        throw wrong(shown(), range);
    }

    /** A text that looks like a number is shown as what it is, in quotes. */
    private String shown() {
        if (node instanceof ScalarNode scalar) {
            return scalar.isPlain() ? scalar.getValue() : '"' + scalar.getValue() + '"';
        }
        return node instanceof MappingNode ? "a mapping" : "a list";
    }
}

package dev.zaelimiter.tests.deploy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads a template: texts, lists and maps, with short forms of functions in their long ones. */
final class Yaml {

    private Yaml() {}

    static Map<String, Object> read(String text) {
        Node root =
                new Compose(LoadSettings.builder().build()).composeString(text).orElseThrow();
        return map((MappingNode) root);
    }

    private static Object value(Node node) {
        String tag = node.getTag().getValue();
        Object value = node instanceof ScalarNode scalar
                ? scalar.getValue()
                : node instanceof SequenceNode sequence ? list(sequence) : map((MappingNode) node);
        if (!tag.startsWith("!")) {
            return value;
        }
        String name = tag.substring(1);
        return Map.of(name.equals("Ref") || name.equals("Condition") ? name : "Fn::" + name, value);
    }

    private static List<Object> list(SequenceNode node) {
        List<Object> list = new ArrayList<>();
        node.getValue().forEach(each -> list.add(value(each)));
        return list;
    }

    private static Map<String, Object> map(MappingNode node) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (NodeTuple each : node.getValue()) {
            map.put(((ScalarNode) each.getKeyNode()).getValue(), value(each.getValueNode()));
        }
        return map;
    }
}

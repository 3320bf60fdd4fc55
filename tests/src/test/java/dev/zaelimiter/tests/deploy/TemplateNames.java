package dev.zaelimiter.tests.deploy;

import dev.zaelimiter.infra.StackTemplate;
import java.util.Map;
import java.util.Set;

/** What may be named of the template from outside. */
public final class TemplateNames {

    private static final Map<String, Object> TEMPLATE = Yaml.read(StackTemplate.text());

    private TemplateNames() {}

    /**
     * Its parameters.
     *
     * @return names
     */
    public static Set<String> parameters() {
        return MadeStack.map(TEMPLATE.get("Parameters")).keySet();
    }

    /**
     * Its outputs.
     *
     * @return names
     */
    public static Set<String> outputs() {
        return MadeStack.map(TEMPLATE.get("Outputs")).keySet();
    }

    /**
     * Its resources.
     *
     * @return names
     */
    public static Set<String> resources() {
        return MadeStack.map(TEMPLATE.get("Resources")).keySet();
    }
}

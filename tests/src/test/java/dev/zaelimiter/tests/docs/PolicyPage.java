package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.tests.RequestsSeen.Request;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The policies of {@code docs/operator/policies.md}, held to requests that were seen. */
public final class PolicyPage {

    private static final Pattern SECTION = Pattern.compile("(?ms)^## (\\w+)\\n.*?^```json\\n(.*?)^```");
    private static final String ID = "NAMESPACE_ID";

    private final Map<String, String> texts = new LinkedHashMap<>();

    private PolicyPage(String page) {
        for (Matcher section = SECTION.matcher(page); section.find(); ) {
            texts.put(section.group(1), section.group(2));
        }
    }

    /**
     * The page of this repository.
     *
     * @return its policies
     */
    public static PolicyPage here() {
        Repository repository = Repository.here();
        return new PolicyPage(repository.read(repository.root().resolve("docs/operator/policies.md")));
    }

    Set<String> roles() {
        return texts.keySet();
    }

    /**
     * What a role may do: an action, what of the table on, and which partitions, for each.
     *
     * @param role as its section is called
     * @param namespace for that of the page
     * @return for example {@code dynamodb:GetItem _/SYSTEM#}
     */
    public Set<String> rights(String role, String namespace) {
        Set<String> rights = new TreeSet<>();
        for (Statement statement : of(role).statements()) {
            for (String action : statement.actions()) {
                for (String resource : statement.resources()) {
                    String part = action + " " + resource.replaceFirst(".*:table/my-app", "") + " ";
                    if (statement.leadingKeys().isEmpty()) {
                        rights.add(part + "all");
                    }
                    statement.leadingKeys().forEach(key -> rights.add(part + key.replace(ID, namespace)));
                }
            }
        }
        return rights;
    }

    /** The policy of a role. */
    Policy of(String role) {
        String text = Objects.requireNonNull(texts.get(role), "no policy of " + role);
        try {
            JsonNode policy = new ObjectMapper().readTree(text);
            assertThat(policy.path("Version").asText()).isEqualTo("2012-10-17");
            List<Statement> statements = new ArrayList<>();
            policy.path("Statement").forEach(each -> statements.add(statement(each)));
            return new Policy(role, statements);
        } catch (JsonProcessingException e) {
            throw new AssertionError("the policy of " + role + " is no JSON", e);
        }
    }

    private static Statement statement(JsonNode node) {
        assertThat(node.path("Effect").asText()).isEqualTo("Allow");
        Set<String> actions = new TreeSet<>();
        node.path("Action").forEach(action -> actions.add(action.asText()));
        List<String> resources = new ArrayList<>();
        for (JsonNode resource : node.path("Resource")) {
            assertThat(resource.asText()).contains(":table/my-app");
            resources.add(resource.asText());
        }
        List<String> keys = new ArrayList<>();
        node.path("Condition")
                .path("ForAllValues:StringLike")
                .path("dynamodb:LeadingKeys")
                .forEach(key -> keys.add(key.asText()));
        return new Statement(actions, resources, keys);
    }

    /** One statement of a policy. */
    record Statement(Set<String> actions, List<String> resources, List<String> leadingKeys) {

        private boolean indexes() {
            return resources.stream().anyMatch(each -> each.endsWith("/index/*"));
        }

        private boolean allows(Request request, String namespace) {
            return actions.contains("dynamodb:" + request.action())
                    && (request.index() == Query.Index.TABLE || indexes())
                    && (leadingKeys.isEmpty()
                            || leadingKeys.stream().anyMatch(each -> matches(each, request.leadingKey(), namespace)));
        }

        private static boolean matches(String pattern, String key, String namespace) {
            StringBuilder regex = new StringBuilder();
            for (String part : pattern.replace(ID, namespace).split("\\*", -1)) {
                regex.append(regex.isEmpty() ? "" : ".*").append(Pattern.quote(part));
            }
            return key.matches("(?s)" + regex);
        }
    }

    /** All statements of a role. */
    record Policy(String role, List<Statement> statements) {

        /** The statements about some partitions alone. */
        Policy ofPartitions() {
            return new Policy(
                    role,
                    statements.stream()
                            .filter(each -> !each.leadingKeys().isEmpty())
                            .toList());
        }

        /** Each request is allowed. */
        void allows(Set<Request> seen, String namespace) {
            Set<Request> refused = new HashSet<>(seen);
            refused.removeIf(request -> statements.stream().anyMatch(each -> each.allows(request, namespace)));
            assertThat(refused).as("%s is refused", role).isEmpty();
        }

        /** Each action, but for some, and each pattern is needed by a request. */
        void needs(Set<Request> seen, String namespace, Set<String> rare) {
            for (Statement statement : statements) {
                for (String action : statement.actions()) {
                    if (!rare.contains(action)) {
                        assertThat(seen.stream()
                                        .anyMatch(request -> ("dynamodb:" + request.action()).equals(action)
                                                && statement.allows(request, namespace)))
                                .as("%s needs %s in %s", role, action, statement)
                                .isTrue();
                    }
                }
                for (String key : statement.leadingKeys()) {
                    Statement alone = new Statement(statement.actions(), statement.resources(), List.of(key));
                    assertThat(seen.stream().anyMatch(request -> alone.allows(request, namespace)))
                            .as("%s needs %s in %s", role, key, statement)
                            .isTrue();
                }
            }
        }
    }
}

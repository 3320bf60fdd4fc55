package dev.zaelimiter.tests.deploy;

import static dev.zaelimiter.tests.deploy.MadeStack.list;
import static dev.zaelimiter.tests.deploy.MadeStack.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.tests.docs.PolicyPage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Policies of the template allow what those of {@code docs/operator/policies.md} do, and nothing more. Those are held
 * to the requests that the limiter makes, so these are too.
 */
@Tag("documents")
class TemplatePoliciesTest {

    private static final String TAG = "${aws:PrincipalTag/zael_namespace_id}";
    private static final String TABLE = "arn:aws:dynamodb:eu-west-1:123456789012:table/my-app";

    private final MadeStack whole = MadeStack.whole();

    private Set<String> ofPolicy(String resource) {
        return rights(map(whole.properties(resource).get("PolicyDocument")));
    }

    /** An action, what on, and which partitions, for each. */
    static Set<String> rights(Map<String, Object> policy) {
        Set<String> rights = new TreeSet<>();
        assertThat(policy.get("Version")).isEqualTo("2012-10-17");
        for (Object each : list(policy.get("Statement"))) {
            Map<String, Object> statement = map(each);
            List<Object> keys = statement.containsKey("Condition")
                    ? list(map(map(statement.get("Condition")).get("ForAllValues:StringLike"))
                            .get("dynamodb:LeadingKeys"))
                    : List.of("all");
            for (Object action : list(statement.get("Action"))) {
                for (Object resource : list(statement.get("Resource"))) {
                    if (((String) action).startsWith("dynamodb:")) {
                        assertThat((String) resource).startsWith(TABLE);
                        keys.forEach(key ->
                                rights.add(action + " " + ((String) resource).substring(TABLE.length()) + " " + key));
                    }
                }
            }
        }
        return rights;
    }

    static Set<String> ofPage(String namespace, String... roles) {
        Set<String> rights = new TreeSet<>();
        for (String role : roles) {
            rights.addAll(PolicyPage.here().rights(role, namespace));
        }
        return rights;
    }

    @Test
    void policiesOfTheTable_areThoseOfThePage() {
        assertThat(ofPolicy("AcquirePolicy")).isEqualTo(ofPage("*", "Acquire"));
        assertThat(ofPolicy("ReadPolicy")).isEqualTo(ofPage("*", "Read"));
        assertThat(ofPolicy("FullPolicy")).isEqualTo(ofPage("*", "Change", "Namespaces"));
    }

    /** Nor an archive, nor records of changes. */
    @Test
    void policyToAcquire_writesBucketsAlone() {
        assertThat(ofPolicy("AcquirePolicy"))
                .filteredOn(right -> right.matches("dynamodb:(Put|Update|Delete)Item .*"))
                .hasSize(3)
                .allMatch(right -> right.endsWith("  */BUCKET#*"));
    }

    /** Who may write the registry's partition may give his own name to the namespace of another. */
    @Test
    void policiesOfANamespace_areThoseOfThePageForTheTag() {
        assertThat(ofPolicy("NamespaceAcquirePolicy")).isEqualTo(ofPage(TAG, "Acquire"));
        assertThat(ofPolicy("NamespaceReadPolicy")).isEqualTo(ofPage(TAG, "Read"));
        Set<String> change = ofPage(TAG, "Change");
        assertThat(change.removeIf(each -> each.equals("dynamodb:UpdateItem  _/SYSTEM#")))
                .isTrue();
        assertThat(ofPolicy("NamespaceFullPolicy")).isEqualTo(change);
    }

    @Test
    void policiesOfANamespace_writeNowhereElse() {
        for (String policy : List.of("NamespaceAcquirePolicy", "NamespaceFullPolicy", "NamespaceReadPolicy")) {
            assertThat(ofPolicy(policy)).allSatisfy(right -> {
                if (!right.endsWith(" all")) {
                    boolean reads = right.matches("dynamodb:(GetItem|BatchGetItem|Query) .*");
                    assertThat(right.contains(" " + TAG) || (reads && right.contains(" _/")))
                            .as(right)
                            .isTrue();
                } else {
                    assertThat(right).matches("dynamodb:Describe(Table|TimeToLive)  all");
                }
            });
        }
    }

    @Test
    void roleOfTheFunction_isThatOfThePage() {
        Map<String, Object> policy =
                map(map(list(whole.properties("AggregatorRole").get("Policies")).get(0))
                        .get("PolicyDocument"));
        assertThat(rights(policy)).isEqualTo(ofPage("*", "Function"));
        assertThat(list(policy.get("Statement")).stream()
                        .map(each -> map(each))
                        .filter(each -> !each.get("Action").toString().contains("dynamodb:"))
                        .map(each -> each.get("Action") + " " + each.get("Resource")))
                .containsExactlyInAnyOrder(
                        "[sqs:SendMessage] [arn:DeadLetterQueue]",
                        "[logs:CreateLogStream, logs:PutLogEvents] [arn:LogGroup]",
                        "[s3:PutObject, s3:GetObject] [arn:aws:s3:::archivebucket/audit/*,"
                                + " arn:aws:s3:::archivebucket/dead-letters/*]",
                        "[xray:PutTraceSegments, xray:PutTelemetryRecords] [*]");
    }

    @Test
    void roles_haveTheirPolicyAlone() {
        Map.of("AppRole", "acq", "AdminRole", "full", "ReadRole", "read").forEach((role, policy) -> {
            assertThat(whole.properties(role).get("ManagedPolicyArns"))
                    .isEqualTo(List.of("arn:aws:iam::123456789012:policy/my-app-" + policy));
            assertThat(whole.properties(role)).doesNotContainKey("Policies");
        });
    }
}

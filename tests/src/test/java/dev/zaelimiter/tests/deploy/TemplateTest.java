package dev.zaelimiter.tests.deploy;

import static dev.zaelimiter.tests.deploy.MadeStack.list;
import static dev.zaelimiter.tests.deploy.MadeStack.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.infra.StackTemplate;
import dev.zaelimiter.store.Query.Index;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The template holds what production asks for, whichever of its parts are switched on. */
class TemplateTest {

    private final MadeStack whole = MadeStack.whole();

    @Test
    void table_isAsTheLimiterNeedsIt() {
        Map<String, Object> table = whole.properties("Table");
        assertThat(table)
                .containsEntry("TableName", MadeStack.NAME)
                .containsEntry("BillingMode", "PAY_PER_REQUEST")
                .containsEntry("StreamSpecification", Map.of("StreamViewType", "NEW_AND_OLD_IMAGES"))
                .containsEntry("TimeToLiveSpecification", Map.of("AttributeName", "ttl", "Enabled", "true"))
                .containsEntry(
                        "PointInTimeRecoverySpecification",
                        Map.of("PointInTimeRecoveryEnabled", "true", "RecoveryPeriodInDays", "35"))
                .containsEntry("DeletionProtectionEnabled", "false")
                .doesNotContainKey("SSESpecification");
        assertThat(table.get("KeySchema")).isEqualTo(keys(Index.TABLE));
        List<Object> indexes = list(table.get("GlobalSecondaryIndexes"));
        assertThat(indexes).hasSize(4);
        for (Index index : List.of(Index.GSI1, Index.GSI2, Index.GSI3, Index.GSI4)) {
            assertThat(indexes)
                    .contains(Map.of(
                            "IndexName",
                            index.name(),
                            "KeySchema",
                            keys(index),
                            "Projection",
                            Map.of("ProjectionType", index == Index.GSI1 ? "ALL" : "KEYS_ONLY")));
        }
        assertThat(list(table.get("AttributeDefinitions"))).hasSize(10);
        String key = "arn:aws:kms:eu-west-1:123456789012:key/1";
        assertThat(MadeStack.of("KmsKeyArn", key).properties("Table").get("SSESpecification"))
                .isEqualTo(Map.of("SSEEnabled", "true", "SSEType", "KMS", "KMSMasterKeyId", key));
    }

    private static List<Object> keys(Index index) {
        return List.of(
                Map.of("AttributeName", index.partitionAttribute(), "KeyType", "HASH"),
                Map.of("AttributeName", index.sortAttribute(), "KeyType", "RANGE"));
    }

    @Test
    void function_isCalledAsItsPageSays() {
        assertThat(whole.properties("AggregatorEvents"))
                .containsEntry("StartingPosition", "TRIM_HORIZON")
                .containsEntry("BatchSize", "1000")
                .containsEntry("ParallelizationFactor", "1")
                .containsEntry("BisectBatchOnFunctionError", "true")
                .containsEntry("FunctionResponseTypes", List.of("ReportBatchItemFailures"))
                .containsEntry("MaximumRetryAttempts", "-1")
                .containsEntry("DestinationConfig", Map.of("OnFailure", Map.of("Destination", "arn:DeadLetterQueue")))
                .containsEntry("FunctionName", "ref:AggregatorAlias")
                .containsKey("TumblingWindowInSeconds");
        assertThat(Integer.parseInt(
                        (String) whole.properties("AggregatorEvents").get("MaximumRecordAgeInSeconds")))
                .isLessThan(24 * 3600);
        assertThat(whole.properties("AggregatorFunction"))
                .containsEntry("Runtime", "java21")
                .containsEntry("Architectures", List.of("arm64"))
                .containsEntry("SnapStart", Map.of("ApplyOn", "PublishedVersions"))
                .containsEntry("TracingConfig", Map.of("Mode", "Active"))
                .containsEntry(
                        "LoggingConfig", Map.of("LogFormat", "Text", "LogGroup", "/aws/lambda/my-app-aggregator"))
                .containsEntry(
                        "Environment",
                        Map.of(
                                "Variables",
                                Map.of(
                                        "ZAEL_STACK", MadeStack.NAME,
                                        "ZAEL_WINDOWS", "hourly,daily",
                                        "ZAEL_USAGE_RETENTION_DAYS", "90",
                                        "ZAEL_ARCHIVE", "s3://archivebucket",
                                        "ZAEL_DEAD_LETTERS", "s3://archivebucket")));
        assertThat(whole.properties("LogGroup")).containsEntry("RetentionInDays", "30");
        // What the aggregator reads: buckets; and what expires of changes and of those that wait for the archive.
        assertThat(whole.properties("AggregatorEvents").get("FilterCriteria").toString())
                .contains("\"#STATE\"", "\"REMOVE\"", "\"#AUDIT#\"", "\"#UNARCHIVED#\"");
    }

    /** What is not in the description changes the function, but publishes no version of it, and so never runs. */
    @Test
    void version_isAnotherWheneverTheFunctionIs() {
        String function = whole.section("Resources").get("AggregatorFunction").toString();
        String description = map(map(whole.section("Resources").get("AggregatorVersion"))
                        .get("Properties"))
                .get("Description")
                .toString();
        for (String parameter : whole.section("Parameters").keySet()) {
            boolean named = function.contains("{Ref=" + parameter + "}");
            // The bucket alone changes nothing: code is named by its content.
            if (named && !parameter.equals("FunctionCodeBucket")) {
                assertThat(description).contains(parameter);
            }
        }
        assertThat(description).contains("EnableTracing", "EnableAuditArchival");
        String longest = (String) MadeStack.whole(
                        "FunctionCodeKey", "k".repeat(120),
                        "FunctionMemory", "10240",
                        "FunctionTimeout", "900",
                        "UsageWindows", "hourly,daily,monthly",
                        "UsageRetentionDays", "36500",
                        "AggregatorRoleArn", "arn:aws:iam::123456789012:role/" + "r".repeat(64))
                .properties("AggregatorVersion")
                .get("Description");
        assertThat(longest.length()).isLessThanOrEqualTo(256);
    }

    @Test
    void alarms_tellTheTopic() {
        String topic = "arn:aws:sns:eu-west-1:123456789012:pager";
        MadeStack told = MadeStack.whole("AlarmTopicArn", topic);
        assertThat(told.namesOf("AWS::CloudWatch::Alarm")).hasSize(7);
        for (String alarm : told.namesOf("AWS::CloudWatch::Alarm")) {
            assertThat(told.properties(alarm))
                    .containsEntry("AlarmActions", List.of(topic))
                    .containsEntry("OKActions", List.of(topic))
                    .containsEntry("TreatMissingData", "notBreaching");
            assertThat((String) told.properties(alarm).get("AlarmDescription")).hasSizeBetween(20, 1024);
            assertThat(whole.properties(alarm)).doesNotContainKeys("AlarmActions", "OKActions");
        }
        assertThat(told.namesOf("AWS::CloudWatch::Alarm").stream()
                        .map(each -> told.properties(each).get("MetricName")))
                .containsExactlyInAnyOrder(
                        "Errors",
                        "Duration",
                        "IteratorAge",
                        "Throttles",
                        "ApproximateNumberOfMessagesVisible",
                        "ReadThrottleEvents",
                        "WriteThrottleEvents");
    }

    @Test
    void names_followTheFormats() {
        MadeStack made = MadeStack.whole(
                "RoleNameFormat", "pb-{}-user",
                "PolicyNameFormat", "{}.policy",
                "PermissionBoundary", "arn:aws:iam::aws:policy/PowerUserAccess");
        assertThat(made.namesOf("AWS::IAM::Role").stream()
                        .map(each -> made.properties(each).get("RoleName")))
                .containsExactlyInAnyOrder(
                        "pb-my-app-app-user", "pb-my-app-admin-user", "pb-my-app-read-user", "pb-my-app-aggr-user");
        assertThat(made.namesOf("AWS::IAM::ManagedPolicy").stream()
                        .map(each -> made.properties(each).get("ManagedPolicyName")))
                .containsExactlyInAnyOrder(
                        "my-app-acq.policy",
                        "my-app-full.policy",
                        "my-app-read.policy",
                        "my-app-ns-acq.policy",
                        "my-app-ns-full.policy",
                        "my-app-ns-read.policy");
        for (String role : made.namesOf("AWS::IAM::Role")) {
            assertThat(made.properties(role))
                    .containsEntry("PermissionsBoundary", "arn:aws:iam::aws:policy/PowerUserAccess");
            assertThat(whole.properties(role)).doesNotContainKey("PermissionsBoundary");
        }
        assertThat(MadeStack.whole("Name", "other").outputs()).containsEntry("TableName", "other");
        assertThat(MadeStack.whole("Name", "other").properties("AggregatorFunction"))
                .containsEntry("FunctionName", "other-aggregator");
    }

    @Test
    void parts_canBeLeftOut() {
        assertThat(MadeStack.of("EnableAggregator", "false", "EnableAlarms", "false", "CreateIam", "false")
                        .resources())
                .containsOnlyKeys("Table");
        assertThat(MadeStack.of("EnableAggregator", "false").namesOf("AWS::IAM::Role"))
                .isEmpty();
        assertThat(MadeStack.of("EnableAggregator", "false").namesOf("AWS::CloudWatch::Alarm"))
                .containsExactlyInAnyOrder("TableReadThrottlesAlarm", "TableWriteThrottlesAlarm");
        assertThat(MadeStack.of().resources()).containsKey("CodeBucket").doesNotContainKey("AggregatorFunction");
        assertThat(MadeStack.whole("EnableAuditArchival", "false").resources()).doesNotContainKey("ArchiveBucket");
        assertThat(MadeStack.whole("EnableAuditArchival", "false")
                        .properties("AggregatorFunction")
                        .toString())
                .doesNotContain("ZAEL_ARCHIVE");
        assertThat(MadeStack.whole("EnableTracing", "false")
                        .properties("AggregatorRole")
                        .toString())
                .doesNotContain("xray");
        MadeStack own = MadeStack.whole(
                "FunctionCodeBucket",
                "theirs",
                "AggregatorRoleArn",
                "arn:aws:iam::123456789012:role/theirs",
                "CreateIam",
                "false");
        assertThat(own.resources()).doesNotContainKeys("CodeBucket", "AggregatorRole", "AcquirePolicy");
        assertThat(own.properties("AggregatorFunction"))
                .containsEntry("Role", "arn:aws:iam::123456789012:role/theirs")
                .containsEntry("Code", Map.of("S3Bucket", "theirs", "S3Key", "aggregator/x.jar"));
    }

    /** Whatever is switched on and off, nothing refers to what would not be made: that throws here, and fails there. */
    @Test
    void everyCombination_canBeMade() {
        List<String> switches = List.of(
                "EnableAggregator", "EnableAuditArchival", "EnableAlarms", "EnableTracing", "CreateIam", "CreateRoles");
        Map<String, String> texts = Map.of(
                "FunctionCodeKey", "aggregator/x.jar",
                "FunctionCodeBucket", "theirs",
                "AggregatorRoleArn", "arn:aws:iam::123456789012:role/theirs");
        int made = 0;
        for (int bits = 0; bits < 1 << (switches.size() + texts.size()); bits++) {
            Map<String, String> chosen = new TreeMap<>();
            int bit = bits;
            for (String each : switches) {
                chosen.put(each, (bit & 1) == 1 ? "true" : "false");
                bit >>= 1;
            }
            for (String each : new TreeMap<>(texts).keySet()) {
                chosen.put(each, (bit & 1) == 1 ? texts.get(each) : "");
                bit >>= 1;
            }
            // The template's own rule refuses a function without a role.
            boolean roleless = chosen.get("CreateIam").equals("false")
                    && chosen.get("AggregatorRoleArn").isEmpty();
            if (!roleless || chosen.get("EnableAggregator").equals("false")) {
                assertThat(MadeStack.of(chosen).outputs()).containsKeys("TableName", "StreamArn");
                made++;
            }
        }
        assertThat(made).isGreaterThan(300);
    }

    /** CloudFormation imports neither outputs nor what is to be made. What is left out is what deploy then adds. */
    @Test
    void templateOfAnImport_isTheTableAlone() {
        Map<String, Object> imported = Yaml.read(StackTemplate.ofTable());
        assertThat(map(imported.get("Resources"))).containsOnlyKeys("Table");
        assertThat(imported).doesNotContainKey("Outputs");
        assertThat(map(imported.get("Parameters"))).isEqualTo(whole.section("Parameters"));
        Map<String, Object> table = map(map(imported.get("Resources")).get("Table"));
        assertThat(table).containsEntry("DeletionPolicy", "Retain");
        Map<String, Object> expected =
                new TreeMap<>(map(map(whole.section("Resources").get("Table")).get("Properties")));
        expected.keySet().removeAll(List.of("PointInTimeRecoverySpecification", "DeletionProtectionEnabled"));
        assertThat(map(table.get("Properties"))).isEqualTo(expected);
    }

    @Test
    void text_isOneThatCloudFormationTakes() {
        String text = StackTemplate.text();
        assertThat(text.lines().filter(line -> line.matches("\\s*[^#]*[:-] [&*][a-zA-Z].*")))
                .isEmpty();
        assertThat(text.lines().filter(line -> line.length() > 150)).isEmpty();
        assertThat(whole.resources().size() + whole.section("Parameters").size())
                .isLessThan(200);
        Stream.of("Parameters", "Outputs")
                .forEach(section -> whole.section(section)
                        .forEach(
                                (name, about) -> assertThat(map(about)).as(name).containsKey("Description")));
    }
}

package dev.zaelimiter.infra;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A stack of {@link FakeStacks}. */
final class FakeStack {

    static final String TYPE = "AWS::CloudFormation::Stack";

    final String name;
    final String id;
    final Map<String, String> parameters = new TreeMap<>();
    final Map<String, String> tags = new TreeMap<>();
    final List<String> events = new ArrayList<>();
    String description = "";
    String status = "REVIEW_IN_PROGRESS";
    boolean terminationProtection;

    /** Looks at its events until what is under way is through. */
    int looks;

    /** What happens then. */
    Runnable end = () -> {};

    FakeStack(String name, int number) {
        this.name = name;
        this.id = "arn:aws:cloudformation:eu-west-1:123456789012:stack/" + name + "/" + number;
    }

    void begin(String status, int looks, Runnable end) {
        this.status = status;
        this.looks = looks;
        this.end = end;
        event(name, TYPE, status, "User Initiated");
    }

    void end(String status) {
        this.status = status;
        event(name, TYPE, status, "");
    }

    void event(String resource, String type, String status, String reason) {
        events.add(
                0,
                Xml.of(
                        "member",
                        Xml.text("EventId", id + "-" + events.size())
                                + Xml.text("StackId", id)
                                + Xml.text("StackName", name)
                                + Xml.text("LogicalResourceId", resource)
                                + Xml.text("PhysicalResourceId", type.equals(TYPE) ? id : resource)
                                + Xml.text("ResourceType", type)
                                + Xml.text("ResourceStatus", status)
                                + Xml.text("ResourceStatusReason", reason)
                                + Xml.text(
                                        "Timestamp",
                                        Instant.EPOCH.plusSeconds(events.size()).toString())));
    }

    Map<String, String> outputs() {
        Map<String, String> outputs = new TreeMap<>();
        if (!status.startsWith("CREATE_COMPLETE") && !status.startsWith("UPDATE")) {
            return outputs;
        }
        if (parameters.containsKey("TableName")) {
            return outputsOfALoadTest(outputs);
        }
        outputs.put("TableName", name);
        if (!"false".equals(parameters.get("EnableAggregator"))) {
            if (parameters.getOrDefault("FunctionCodeBucket", "").isEmpty()) {
                outputs.put("CodeBucketName", name + "-code");
            }
            if (!"false".equals(parameters.get("EnableAuditArchival"))) {
                outputs.put("ArchiveBucketName", name + "-archive");
            }
            if (!parameters.getOrDefault("FunctionCodeKey", "").isEmpty()) {
                outputs.put("AggregatorFunctionName", name + "-aggregator");
            }
        }
        return outputs;
    }

    private Map<String, String> outputsOfALoadTest(Map<String, String> outputs) {
        outputs.put("TableName", parameters.get("TableName"));
        outputs.put("BucketName", name + "-bucket");
        outputs.put("ClusterArn", "arn:cluster/" + name);
        outputs.put("TaskDefinitionArn", "arn:task-definition/" + name + ":1");
        outputs.put("SubnetIds", "subnet-00000001,subnet-00000002");
        outputs.put("SecurityGroupId", "sg-00000001");
        outputs.put("PublicAddresses", "ENABLED");
        outputs.put("LogGroupName", "/zae-limiter/" + name);
        if ("true".equals(parameters.get("EnableFunction"))
                && !parameters.getOrDefault("ProgramKey", "").isEmpty()) {
            outputs.put("FunctionName", name + "-function");
        }
        return outputs;
    }

    String xml() {
        return Xml.of(
                "member",
                Xml.text("StackName", name)
                        + Xml.text("StackId", id)
                        + (description.isEmpty() ? "" : Xml.text("Description", description))
                        + Xml.text("CreationTime", Instant.EPOCH.toString())
                        + Xml.text("StackStatus", status)
                        + Xml.text("EnableTerminationProtection", String.valueOf(terminationProtection))
                        + Xml.of("Parameters", Xml.members(parameters, "ParameterKey", "ParameterValue"))
                        + Xml.of("Tags", Xml.members(tags, "Key", "Value"))
                        + Xml.of("Outputs", Xml.members(outputs(), "OutputKey", "OutputValue")));
    }
}

package dev.zaelimiter.infra;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** CloudFormation, as far as a deployment asks: change sets that take a while, and events that tell of it. */
final class FakeStacks {

    /** Looks at events until something is through. */
    private static final int WHILE = 2;

    final Map<String, FakeStack> byName = new LinkedHashMap<>();
    final List<FakeStack> gone = new ArrayList<>();

    /** Resource and reason of what is to go wrong with the next change or deletion. */
    final Deque<String[]> failures = new ArrayDeque<>();

    /** Hears of stacks that are made and deleted. */
    Consumer<FakeStack> made = stack -> {};

    Consumer<FakeStack> deleted = stack -> {};

    private final Map<String, Map<String, String>> changeSets = new HashMap<>();
    private int number;

    /** An answer with an error. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final String code;

        Refused(String code, String message) {
            super(message);
            this.code = code;
        }
    }

    /** A stack that is there already. */
    FakeStack add(String name, String description, String status) {
        FakeStack stack = new FakeStack(name, number++);
        stack.description = description;
        stack.status = status;
        stack.event(name, FakeStack.TYPE, status, "");
        byName.put(name, stack);
        return stack;
    }

    String answer(String action, Map<String, String> ask) {
        String name = ask.getOrDefault("StackName", "");
        return switch (action) {
            case "DescribeStacks" -> describe(name);
            case "CreateChangeSet" -> createChangeSet(name, ask);
            case "DescribeChangeSet" -> describeChangeSet(ask.get("ChangeSetName"));
            case "ExecuteChangeSet" -> execute(find(name), changeSets.remove(ask.get("ChangeSetName")));
            case "DeleteChangeSet" -> {
                changeSets.remove(ask.get("ChangeSetName"));
                yield "";
            }
            case "DescribeStackEvents" -> events(find(name));
            case "DeleteStack" -> delete(find(name));
            default -> throw new Refused("InvalidAction", action);
        };
    }

    private FakeStack find(String name) {
        FakeStack byName = this.byName.get(name);
        if (byName != null) {
            return byName;
        }
        List<FakeStack> all = new ArrayList<>(this.byName.values());
        all.addAll(gone);
        return all.stream()
                .filter(each -> each.id.equals(name))
                .findFirst()
                .orElseThrow(() -> new Refused("ValidationError", "Stack with id " + name + " does not exist"));
    }

    private String describe(String name) {
        // One stack a page, so that pages are turned.
        if (!name.isEmpty()) {
            return Xml.of("Stacks", find(name).xml());
        }
        return Xml.of("Stacks", byName.values().stream().map(FakeStack::xml).collect(Collectors.joining()));
    }

    private String createChangeSet(String name, Map<String, String> ask) {
        boolean create = "CREATE".equals(ask.get("ChangeSetType"));
        FakeStack stack = byName.get(name);
        if (stack == null) {
            if (!create) {
                throw new Refused("ValidationError", "Stack [" + name + "] does not exist");
            }
            stack = new FakeStack(name, number++);
            stack.event(name, FakeStack.TYPE, "REVIEW_IN_PROGRESS", "User Initiated");
            byName.put(name, stack);
        } else if (create != stack.status.equals("REVIEW_IN_PROGRESS")) {
            throw new Refused("AlreadyExistsException", "Stack [" + name + "] already exists");
        }
        Map<String, String> wanted = new TreeMap<>();
        for (int i = 1; ask.containsKey("Parameters.member." + i + ".ParameterKey"); i++) {
            String key = ask.get("Parameters.member." + i + ".ParameterKey");
            if ("true".equals(ask.get("Parameters.member." + i + ".UsePreviousValue"))) {
                if (!stack.parameters.containsKey(key)) {
                    throw new Refused("ValidationError", "Invalid input for parameter key " + key);
                }
                wanted.put(key, stack.parameters.get(key));
            } else {
                wanted.put(key, ask.get("Parameters.member." + i + ".ParameterValue"));
            }
        }
        for (int i = 1; ask.containsKey("Tags.member." + i + ".Key"); i++) {
            wanted.put("tag:" + ask.get("Tags.member." + i + ".Key"), ask.get("Tags.member." + i + ".Value"));
        }
        String id =
                "arn:aws:cloudformation:eu-west-1:123456789012:changeSet/" + ask.get("ChangeSetName") + "/" + number++;
        wanted.put("stack", stack.id);
        wanted.put("template", ask.get("TemplateBody"));
        changeSets.put(id, wanted);
        return Xml.text("Id", id) + Xml.text("StackId", stack.id);
    }

    private String describeChangeSet(String id) {
        Map<String, String> wanted = changeSets.get(id);
        FakeStack stack = find(wanted.get("stack"));
        boolean same =
                !stack.status.equals("REVIEW_IN_PROGRESS") && parameters(wanted).equals(stack.parameters);
        return Xml.text("ChangeSetId", id)
                + Xml.text("StackId", stack.id)
                + Xml.text("Status", same ? "FAILED" : "CREATE_COMPLETE")
                + (same
                        ? Xml.text("StatusReason", "The submitted information didn't contain changes. Submit different")
                        : "")
                + Xml.of(
                        "Changes",
                        Xml.of(
                                "member",
                                Xml.of(
                                        "ResourceChange",
                                        Xml.text("Action", "Modify")
                                                + Xml.text("LogicalResourceId", "Table")
                                                + Xml.text("ResourceType", "AWS::DynamoDB::Table")
                                                + Xml.text("Replacement", "False"))));
    }

    private static Map<String, String> parameters(Map<String, String> wanted) {
        Map<String, String> parameters = new TreeMap<>(wanted);
        parameters.remove("stack");
        parameters.remove("template");
        parameters.keySet().removeIf(key -> key.startsWith("tag:"));
        return parameters;
    }

    private String execute(FakeStack stack, Map<String, String> wanted) {
        boolean create = stack.status.equals("REVIEW_IN_PROGRESS");
        String verb = create ? "CREATE" : "UPDATE";
        String[] failure = failures.poll();
        stack.begin(verb + "_IN_PROGRESS", WHILE, () -> {
            if (failure != null) {
                stack.event(failure[0], "AWS::Test::Thing", verb + "_FAILED", failure[1]);
                stack.event("Other", "AWS::Test::Thing", verb + "_FAILED", "Resource creation cancelled");
                stack.end(create ? "ROLLBACK_COMPLETE" : "UPDATE_ROLLBACK_COMPLETE");
                return;
            }
            stack.parameters.clear();
            stack.parameters.putAll(parameters(wanted));
            wanted.forEach((key, value) -> {
                if (key.startsWith("tag:")) {
                    stack.tags.put(key.substring(4), value);
                }
            });
            stack.event("Table", "AWS::DynamoDB::Table", verb + "_COMPLETE", "");
            stack.end(verb + "_COMPLETE");
            made.accept(stack);
        });
        stack.description =
                wanted.get("template").lines().skip(2).findFirst().orElse("").strip();
        return "";
    }

    private String delete(FakeStack stack) {
        String[] failure = failures.poll();
        stack.begin("DELETE_IN_PROGRESS", WHILE, () -> {
            if (failure != null) {
                stack.event(failure[0], "AWS::Test::Thing", "DELETE_FAILED", failure[1]);
                stack.end("DELETE_FAILED");
                return;
            }
            stack.end("DELETE_COMPLETE");
            byName.remove(stack.name);
            gone.add(stack);
            deleted.accept(stack);
        });
        return "";
    }

    private String events(FakeStack stack) {
        if (stack.looks > 0 && --stack.looks == 0) {
            stack.end.run();
        }
        return Xml.of("StackEvents", String.join("", stack.events));
    }
}

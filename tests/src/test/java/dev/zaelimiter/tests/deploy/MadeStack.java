package dev.zaelimiter.tests.deploy;

import dev.zaelimiter.infra.LoadTestTemplate;
import dev.zaelimiter.infra.StackTemplate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a stack would be made of: the template with its functions carried out, for some parameters. A reference to
 * something that would not be made is an error, as in CloudFormation.
 */
final class MadeStack {

    static final String NAME = "my-app";
    static final String ACCOUNT = "123456789012";

    private static final Object NO_VALUE = new Object();
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]+)}");
    private static final Map<String, String> PSEUDO = Map.of(
            "AWS::StackName",
            NAME,
            "AWS::Region",
            "eu-west-1",
            "AWS::AccountId",
            ACCOUNT,
            "AWS::Partition",
            "aws",
            "AWS::URLSuffix",
            "amazonaws.com");

    private static final Map<String, Object> TEMPLATE = Yaml.read(StackTemplate.text());
    private static final Map<String, Object> LOAD_TEST = Yaml.read(LoadTestTemplate.text());

    private final Map<String, Object> template;
    private final Map<String, String> parameters = new TreeMap<>();
    private final Map<String, Map<String, Object>> resources = new LinkedHashMap<>();
    private final Map<String, Object> outputs = new LinkedHashMap<>();

    private MadeStack(Map<String, String> chosen) {
        this(TEMPLATE, chosen);
    }

    private MadeStack(Map<String, Object> template, Map<String, String> chosen) {
        this.template = template;
        section("Parameters")
                .forEach((name, about) -> parameters.put(
                        name,
                        chosen.getOrDefault(name, String.valueOf(map(about).get("Default")))));
        section("Resources").forEach((name, resource) -> {
            if (isMade(map(resource))) {
                resources.put(name, map(resource));
            }
        });
        resources.replaceAll((name, resource) -> map(resolve(resource)));
        section("Outputs").forEach((name, output) -> {
            if (isMade(map(output))) {
                outputs.put(name, resolve(map(output).get("Value")));
            }
        });
    }

    /** Parameters and their values in turn; all others are as usual. */
    static MadeStack of(String... parameters) {
        Map<String, String> chosen = new TreeMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            chosen.put(parameters[i], parameters[i + 1]);
        }
        return new MadeStack(chosen);
    }

    static MadeStack of(Map<String, String> chosen) {
        return new MadeStack(chosen);
    }

    /** The stack of a load test. */
    static MadeStack loadTest(String... parameters) {
        Map<String, String> chosen = new TreeMap<>(Map.of("TableName", NAME));
        for (int i = 0; i < parameters.length; i += 2) {
            chosen.put(parameters[i], parameters[i + 1]);
        }
        return new MadeStack(LOAD_TEST, chosen);
    }

    /** With everything that can be switched on. */
    static MadeStack whole(String... more) {
        Map<String, String> all = new TreeMap<>(
                Map.of("FunctionCodeKey", "aggregator/x.jar", "CreateRoles", "true", "EnableTracing", "true"));
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return new MadeStack(all);
    }

    /** A section of the template as it is written. */
    Map<String, Object> section(String name) {
        return map(template.get(name));
    }

    /** Resources by their names in the template. */
    Map<String, Map<String, Object>> resources() {
        return resources;
    }

    /** Resources of a type. */
    List<String> namesOf(String type) {
        return resources.entrySet().stream()
                .filter(each -> type.equals(each.getValue().get("Type")))
                .map(Map.Entry::getKey)
                .toList();
    }

    Map<String, Object> properties(String resource) {
        return map(resources.get(resource).get("Properties"));
    }

    Map<String, Object> outputs() {
        return outputs;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return value instanceof List<?> list ? (List<Object>) list : List.of(value);
    }

    private boolean isMade(Map<String, Object> element) {
        return !element.containsKey("Condition") || holds(section("Conditions").get(element.get("Condition")));
    }

    private boolean holds(Object condition) {
        Map.Entry<String, Object> function =
                map(condition).entrySet().iterator().next();
        List<Object> arguments = list(function.getValue());
        return switch (function.getKey()) {
            case "Fn::Equals" -> resolve(arguments.get(0)).equals(resolve(arguments.get(1)));
            case "Fn::Not" -> !holds(arguments.get(0));
            case "Fn::And" -> arguments.stream().allMatch(this::holds);
            case "Fn::Or" -> arguments.stream().anyMatch(this::holds);
            case "Condition" -> holds(section("Conditions").get(arguments.get(0)));
            default -> throw new AssertionError("no condition: " + condition);
        };
    }

    private Object resolve(Object value) {
        if (value instanceof List<?> list) {
            List<Object> resolved = new ArrayList<>();
            list.forEach(each -> resolved.add(resolve(each)));
            resolved.removeIf(each -> each == NO_VALUE);
            return resolved;
        } else if (value instanceof Map<?, ?> map) {
            if (map.size() == 1) {
                String key = (String) map.keySet().iterator().next();
                if (key.equals("Ref") || key.startsWith("Fn::")) {
                    return call(key, map.get(key));
                }
            }
            Map<String, Object> resolved = new LinkedHashMap<>();
            map.forEach((key, each) -> resolved.put((String) key, resolve(each)));
            resolved.values().removeIf(each -> each == NO_VALUE);
            return resolved;
        }
        return value;
    }

    private Object call(String function, Object argument) {
        List<Object> arguments = list(argument);
        return switch (function) {
            case "Ref" -> ref((String) argument);
            case "Fn::GetAtt" -> attribute((String) argument);
            case "Fn::If" -> resolve(arguments.get(holds(Map.of("Condition", arguments.get(0))) ? 1 : 2));
            case "Fn::Select" -> list(resolve(arguments.get(1))).get(Integer.parseInt((String) arguments.get(0)));
            case "Fn::Split" ->
                List.of(((String) resolve(arguments.get(1))).split(Pattern.quote((String) arguments.get(0)), -1));
            case "Fn::Join" ->
                String.join(
                        (String) arguments.get(0),
                        list(resolve(arguments.get(1))).stream()
                                .map(String.class::cast)
                                .toList());
            case "Fn::GetAZs" -> List.of("eu-west-1a", "eu-west-1b");
            case "Fn::Sub" ->
                substitute((String) arguments.get(0), arguments.size() == 1 ? Map.of() : map(arguments.get(1)));
            default -> throw new AssertionError("no function: " + function);
        };
    }

    private String substitute(String text, Map<String, Object> own) {
        Matcher variables = VARIABLE.matcher(text);
        StringBuilder done = new StringBuilder();
        while (variables.find()) {
            String name = variables.group(1);
            Object value =
                    own.containsKey(name) ? resolve(own.get(name)) : name.contains(".") ? attribute(name) : ref(name);
            variables.appendReplacement(done, Matcher.quoteReplacement((String) value));
        }
        return variables.appendTail(done).toString();
    }

    private Object ref(String name) {
        if (name.equals("AWS::NoValue")) {
            return NO_VALUE;
        } else if (PSEUDO.containsKey(name)) {
            return PSEUDO.get(name);
        } else if (parameters.containsKey(name)) {
            return parameters.get(name);
        }
        Map<String, Object> resource = made(name);
        Map<String, Object> properties = map(resource.get("Properties"));
        return switch ((String) resource.get("Type")) {
            case "AWS::DynamoDB::Table" -> resolve(properties.get("TableName"));
            case "AWS::Lambda::Function" -> resolve(properties.get("FunctionName"));
            case "AWS::IAM::ManagedPolicy" ->
                "arn:aws:iam::" + ACCOUNT + ":policy/" + resolve(properties.get("ManagedPolicyName"));
            case "AWS::Logs::LogGroup" -> resolve(properties.get("LogGroupName"));
            case "AWS::S3::Bucket" -> name.toLowerCase(Locale.ROOT);
            default -> "ref:" + name;
        };
    }

    private Object attribute(String path) {
        String name = path.substring(0, path.indexOf('.'));
        String attribute = path.substring(path.indexOf('.') + 1);
        Object ref = ref(name);
        String type = (String) made(name).get("Type");
        if (!attribute.equals("Arn")) {
            return ref + "." + attribute;
        }
        return switch (type) {
            case "AWS::DynamoDB::Table" -> "arn:aws:dynamodb:eu-west-1:" + ACCOUNT + ":table/" + ref;
            case "AWS::S3::Bucket" -> "arn:aws:s3:::" + ref;
            default -> "arn:" + name;
        };
    }

    private Map<String, Object> made(String name) {
        Map<String, Object> resource = resources.get(name);
        if (resource == null) {
            throw new AssertionError("something refers to " + name + ", which would not be made");
        }
        return resource;
    }
}

package dev.zaelimiter.cli.admin.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Forms in which variables are told to a program. The names are those of the option. */
enum ShellFormat {
    /** And every shell much like it. */
    bash {
        @Override
        String set(String name, String value) {
            return "export " + name + "=" + quoted(value, "'", "'\\''");
        }

        @Override
        String unset(String name) {
            return "unset " + name;
        }

        @Override
        String use(String command) {
            return "eval \"$(" + command + ")\"";
        }
    },
    /** Which needs a semicolon where its output is evaluated as one line. */
    fish {
        @Override
        String set(String name, String value) {
            return "set -gx " + name + " " + quoted(value.replace("\\", "\\\\"), "'", "\\'") + ";";
        }

        @Override
        String unset(String name) {
            return "set -e " + name + ";";
        }

        @Override
        String use(String command) {
            return command + " | source";
        }
    },
    /** Of any version. */
    powershell {
        @Override
        String set(String name, String value) {
            return "$Env:" + name + " = '" + value.replace("'", "''") + "'";
        }

        @Override
        String unset(String name) {
            return "Remove-Item Env:" + name + " -ErrorAction SilentlyContinue";
        }

        @Override
        String use(String command) {
            return command + " | Out-String | Invoke-Expression";
        }
    },
    /** A file of variables, as many tools read it. It can't take a variable away. */
    dotenv {
        @Override
        String set(String name, String value) {
            return name + "="
                    + (PLAIN.matcher(value).matches()
                            ? value
                            : "\"" + value.replaceAll("([\\\\\"$`])", "\\\\$1") + "\"");
        }

        @Override
        String unset(String name) {
            return "";
        }

        @Override
        String use(String command) {
            return command + " > .env";
        }
    },
    /** Properties of the Spring Boot starter. They can't take a variable away. */
    spring {
        @Override
        String set(String name, String value) {
            String property = SPRING.get(name);
            return property == null ? "" : property + "=" + value.replace("\\", "\\\\");
        }

        @Override
        String unset(String name) {
            return "";
        }

        @Override
        String use(String command) {
            return command + " > application-local.properties";
        }

        @Override
        List<String> lines(Map<String, String> values, Set<String> gone) {
            List<String> lines = new ArrayList<>();
            lines.add("zae.limiter.store=dynamodb");
            lines.addAll(super.lines(values, gone));
            return lines;
        }
    };

    private static final Map<String, String> SPRING = Map.of(
            "AWS_ENDPOINT_URL_DYNAMODB", "zae.limiter.dynamodb.endpoint",
            "AWS_REGION", "zae.limiter.dynamodb.region",
            "AWS_ACCESS_KEY_ID", "zae.limiter.dynamodb.access-key",
            "AWS_SECRET_ACCESS_KEY", "zae.limiter.dynamodb.secret-key",
            "ZAEL_STACK", "zae.limiter.dynamodb.table",
            "ZAEL_NAMESPACE", "zae.limiter.namespace");

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.:/@%+,-]+");

    /** The line that sets one, or nothing where it has no place. */
    abstract String set(String name, String value);

    /** The line that takes one away, or nothing where that can't be said. */
    abstract String unset(String name);

    /** Whether it is for a file, which can't take anything away. */
    final boolean isFile() {
        return this == dotenv || this == spring;
    }

    /** What a person types so that the output of a command takes effect. */
    abstract String use(String command);

    /** All lines. */
    List<String> lines(Map<String, String> values, Set<String> gone) {
        List<String> lines = new ArrayList<>();
        values.forEach((name, value) -> lines.add(set(name, value)));
        gone.forEach(name -> lines.add(unset(name)));
        lines.removeIf(String::isEmpty);
        return lines;
    }

    /** The one that this user seems to have. */
    static ShellFormat of(Machine machine) {
        if (machine.isWindows() && machine.variable("SHELL") == null) {
            return powershell;
        }
        return machine.variable("SHELL", "").endsWith("fish") ? fish : bash;
    }

    private static String quoted(String value, String quote, String quoteInside) {
        return PLAIN.matcher(value).matches() ? value : quote + value.replace(quote, quoteInside) + quote;
    }
}

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
    };

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.:/@%+,-]+");

    /** The line that sets one. */
    abstract String set(String name, String value);

    /** The line that takes one away, or nothing where that can't be said. */
    abstract String unset(String name);

    /** What a person types so that the output of a command takes effect. */
    abstract String use(String command);

    /** All lines. */
    final List<String> lines(Map<String, String> values, Set<String> gone) {
        List<String> lines = new ArrayList<>();
        values.forEach((name, value) -> lines.add(set(name, value)));
        gone.stream().map(this::unset).filter(line -> !line.isEmpty()).forEach(lines::add);
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

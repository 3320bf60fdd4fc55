package dev.zaelimiter.infra;

import dev.zaelimiter.InvalidInputException;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The name of a stack: also that of its table, and the beginning of the names of all else in it.
 *
 * @param value 3 to 55 letters, digits and hyphens, a letter first
 */
public record StackName(String value) {

    /** A role of IAM has 64 characters at most: 55, a hyphen, and a component of up to 8. */
    private static final int LONGEST = 55;

    private static final int SHORTEST = 3;
    private static final int LONGEST_ROLE = 64;
    private static final int LONGEST_POLICY = 128;
    private static final String HOLE = "{}";

    private static final List<String> ROLES = List.of("aggr", "app", "admin", "read");
    private static final List<String> POLICIES = List.of("acq", "full", "read", "ns-acq", "ns-full", "ns-read");

    /** Checks it, and says which rule is broken. */
    public StackName {
        if (value.isEmpty()) {
            throw wrong(value, "a name: 3 to 55 letters, digits and hyphens, a letter first");
        } else if (!isLetter(value.charAt(0))) {
            throw wrong(value, "a letter first, since the name of a stack of CloudFormation begins with one");
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (!isLetter(c) && !(c >= '0' && c <= '9') && c != '-') {
                throw wrong(
                        value,
                        "letters of ASCII, digits and hyphens, as in the name of a stack of CloudFormation; "
                                + (c == '_' || c == '.' || c == ' '
                                        ? "write a hyphen for '" + c + "'"
                                        : "no '" + c + "'"));
            }
        }
        if (value.length() > LONGEST) {
            throw wrong(
                    value,
                    "at most 55 characters, since a role of IAM may have 64, and has a component after it; this is "
                            + value.length());
        } else if (value.length() < SHORTEST) {
            throw wrong(value, "at least 3 characters, as in the name of a table of DynamoDB");
        }
    }

    private static InvalidInputException wrong(String value, String rule) {
        return new InvalidInputException("stackName", value, rule);
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    /**
     * Checks how roles are to be named.
     *
     * @param format with one {@code {}} for the name and a component
     * @throws InvalidInputException if a role of this stack would get a name that IAM refuses
     */
    void checkRoles(String format) {
        check("roleNameFormat", format, ROLES, LONGEST_ROLE);
    }

    /**
     * Checks how policies are to be named.
     *
     * @param format with one {@code {}} for the name and a component
     * @throws InvalidInputException if a policy of this stack would get a name that IAM refuses
     */
    void checkPolicies(String format) {
        check("policyNameFormat", format, POLICIES, LONGEST_POLICY);
    }

    private void check(String field, String format, List<String> components, int longest) {
        checkFormat(field, format);
        String component = Collections.max(components, Comparator.comparingInt(String::length));
        String name = format.replace(HOLE, value + "-" + component);
        if (name.length() > longest) {
            throw new InvalidInputException(
                    field,
                    format,
                    "names of at most " + longest + " characters; " + name + " has " + name.length()
                            + ": take a shorter format, or a shorter name than " + value);
        }
    }

    /** Checks what can be said of a format without a name. */
    static void checkFormat(String field, String format) {
        int hole = format.indexOf(HOLE);
        if (hole < 0 || format.indexOf(HOLE, hole + 1) >= 0) {
            throw new InvalidInputException(
                    field, format, "a format with one {} in it, which stands for the name and a component");
        }
        String rest = format.replace(HOLE, "");
        for (int i = 0; i < rest.length(); i++) {
            char c = rest.charAt(i);
            if (!isLetter(c) && !(c >= '0' && c <= '9') && "+=,.@_-".indexOf(c) < 0) {
                throw new InvalidInputException(
                        field,
                        format,
                        "letters of ASCII, digits and + = , . @ _ - around {}, as in names of IAM; no '" + c + "'");
            }
        }
    }

    @Override
    public String toString() {
        return value;
    }
}

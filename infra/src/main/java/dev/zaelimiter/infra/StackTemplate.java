package dev.zaelimiter.infra;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** What a stack is made of: a template of CloudFormation, the same for everybody. */
public final class StackTemplate {

    /** What a stack of this template is known by; a stack that says something else is somebody else's. */
    static final String DESCRIPTION = "zae-limiter for Java: ";

    /** Parameters that no other template is likely to have. */
    static final Set<String> PARAMETERS = Set.of("FunctionCodeKey", "UsageWindows", "AuditGlacierDays");

    private StackTemplate() {}

    /**
     * The part of it by which CloudFormation takes over a table that is there already: an import takes neither outputs
     * nor resources that are to be made. What a table of ours may lack is left out, so that {@code deploy}, which
     * brings the rest, sees the difference and adds it.
     *
     * @return YAML
     */
    public static String ofTable() {
        String whole = text();
        String table = whole.substring(0, whole.indexOf("\n  # ---", whole.indexOf("\n  Table:")))
                .stripTrailing();
        return table.replace("    DeletionPolicy: Delete\n", "    DeletionPolicy: Retain\n")
                        .replaceFirst("(?m)^      PointInTimeRecoverySpecification:\n(        .*\n)+", "")
                        .replaceFirst("(?m)^      DeletionProtectionEnabled:.*\n", "")
                + "\n";
    }

    /**
     * Its text.
     *
     * @return YAML
     */
    public static String text() {
        return resource("template.yaml");
    }

    static String resource(String name) {
        try (InputStream in = StackTemplate.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the template is not in the jar of zae-limiter-infra");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

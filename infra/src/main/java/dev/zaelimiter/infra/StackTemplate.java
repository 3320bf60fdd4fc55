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
     * Its text.
     *
     * @return YAML
     */
    public static String text() {
        try (InputStream in = StackTemplate.class.getResourceAsStream("template.yaml")) {
            if (in == null) {
                throw new IllegalStateException("the template is not in the jar of zae-limiter-infra");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

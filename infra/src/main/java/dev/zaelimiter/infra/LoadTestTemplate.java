package dev.zaelimiter.infra;

import java.util.Set;

/** What the stack of a load test is made of: a template of CloudFormation, the same for everybody. */
public final class LoadTestTemplate {

    /** What a stack of this template is known by. */
    static final String DESCRIPTION = "zae-limiter load test: ";

    /** Parameters that no other template is likely to have. */
    static final Set<String> PARAMETERS = Set.of("WorkerImage", "ResultRetentionDays", "NamespaceId");

    private LoadTestTemplate() {}

    /**
     * Its text.
     *
     * @return YAML
     */
    public static String text() {
        return StackTemplate.resource("loadtest.yaml");
    }
}

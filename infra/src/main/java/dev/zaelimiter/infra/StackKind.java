package dev.zaelimiter.infra;

import java.util.Set;

/** What a stack of ours can be. */
enum StackKind {
    /** A table with all that belongs to it. */
    TABLE,
    /** A load test of a table. */
    LOAD_TEST;

    String template() {
        return this == TABLE ? StackTemplate.text() : LoadTestTemplate.text();
    }

    /** What a stack of this kind says of itself first. */
    String description() {
        return this == TABLE ? StackTemplate.DESCRIPTION : LoadTestTemplate.DESCRIPTION;
    }

    /** Parameters that no stack of another kind has. */
    Set<String> parameters() {
        return this == TABLE ? StackTemplate.PARAMETERS : LoadTestTemplate.PARAMETERS;
    }
}

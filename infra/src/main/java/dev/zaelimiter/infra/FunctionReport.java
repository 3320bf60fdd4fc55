package dev.zaelimiter.infra;

import java.util.OptionalLong;

/**
 * The function of a stack.
 *
 * @param name for example {@code my-app-aggregator}
 * @param state as Lambda calls it, for example {@code Active}
 * @param runtime for example {@code java21}
 * @param version which of its versions is called; empty if that is not known
 * @param events whether it is called with changes: {@code Enabled}, {@code Disabled}, or what goes on; empty if that is
 *     not known
 * @param lagMillis how old the changes were that it was called with in the last quarter of an hour, at most; empty if
 *     it was not called, or that can't be asked
 */
public record FunctionReport(
        String name, String state, String runtime, String version, String events, OptionalLong lagMillis) {}

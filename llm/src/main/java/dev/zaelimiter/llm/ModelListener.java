package dev.zaelimiter.llm;

import dev.zaelimiter.http.client.ServiceWord;

/**
 * Is told of calls to models: for metrics and logs. Each method does nothing by default. Called on the threads of
 * calls, by several at the same time: an implementation must be quick and must not block. What it throws is logged and
 * ignored.
 */
public interface ModelListener {

    /** Hears nothing. */
    ModelListener NONE = new ModelListener() {};

    /**
     * A call has ended.
     *
     * @param report how
     */
    default void ended(CallReport report) {}

    /**
     * A provider has said something of its own limits, or has refused a call with a 429.
     *
     * @param resource of which resource
     * @param word what it said
     */
    default void providerSaid(String resource, ServiceWord word) {}
}

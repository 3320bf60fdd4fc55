package dev.zaelimiter.http.client;

/**
 * Is told what services say of their own limits: for metrics, logs and dashboards. Called on the thread that brought
 * the response, by several at the same time: an implementation must be quick and must not block or throw.
 */
@FunctionalInterface
public interface ServiceListener {

    /**
     * A response said something of limits, or was a 429.
     *
     * @param scope what it is about, by default the origin
     * @param word what it said
     */
    void heard(String scope, ServiceWord word);
}

package dev.zaelimiter.spring.gateway;

import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.spring.routes.WebProperties;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the requests of a gateway's route take: the arguments of the filter {@code RateLimited}, which are those of a
 * route under {@code zae.limiter.web.routes}, without its path and methods. A bean, since gateways fill their filters'
 * arguments in one by one; not for many threads.
 */
public final class GatewayLimit {

    private @Nullable String resource;
    private List<String> keys = List.of();
    private boolean hashKey;
    private @Nullable String keyPrefix;
    private Map<String, Long> take = Map.of();
    private Map<String, String> settle = Map.of();
    private List<String> giveBack = List.of();
    private Duration waitAtMost = Duration.ZERO;
    private @Nullable OnUnavailable onUnavailable;
    private boolean passWithoutKey;

    /** Takes nothing yet, and is refused like that. */
    public GatewayLimit() {}

    /**
     * What is used.
     *
     * @param resource a resource's name
     */
    public void setResource(String resource) {
        this.resource = resource;
    }

    /**
     * Who is limited.
     *
     * @param keys as {@code header:X-Api-Key} or {@code address}; the first that a request has
     */
    public void setKeys(List<String> keys) {
        this.keys = List.copyOf(keys);
    }

    /**
     * Whether the store sees a digest of the key only.
     *
     * @param hashKey false by default
     */
    public void setHashKey(boolean hashKey) {
        this.hashKey = hashKey;
    }

    /**
     * What the entity's name begins with.
     *
     * @param keyPrefix nothing by default
     */
    public void setKeyPrefix(String keyPrefix) {
        this.keyPrefix = keyPrefix;
    }

    /**
     * What each request takes.
     *
     * @param take tokens by limit
     */
    public void setTake(Map<String, Long> take) {
        this.take = new LinkedHashMap<>(take);
    }

    /**
     * What it really was.
     *
     * @param settle {@code header:NAME} of the response, {@code attribute:NAME}, or {@code bytes}; by limit
     */
    public void setSettle(Map<String, String> settle) {
        this.settle = new LinkedHashMap<>(settle);
    }

    /**
     * Of which statuses nothing is charged.
     *
     * @param giveBack as {@code 404} or {@code 500-599}
     */
    public void setGiveBack(List<String> giveBack) {
        this.giveBack = List.copyOf(giveBack);
    }

    /**
     * How long a request may wait for its tokens.
     *
     * @param waitAtMost no wait by default
     */
    public void setWaitAtMost(Duration waitAtMost) {
        this.waitAtMost = waitAtMost;
    }

    /**
     * What to do when the store gives no answer.
     *
     * @param onUnavailable by default what is configured for all
     */
    public void setOnUnavailable(OnUnavailable onUnavailable) {
        this.onUnavailable = onUnavailable;
    }

    /**
     * Whether requests without a key go through without a limit.
     *
     * @param passWithoutKey by default they are answered with 403
     */
    public void setPassWithoutKey(boolean passWithoutKey) {
        this.passWithoutKey = passWithoutKey;
    }

    /** For whatever the gateway sends here: which paths and methods these are, its own route says. */
    WebProperties.RouteProperties asRoute() {
        return new WebProperties.RouteProperties(
                "/**",
                List.of(),
                false,
                resource,
                keys,
                hashKey,
                keyPrefix,
                take,
                settle,
                giveBack,
                waitAtMost,
                onUnavailable,
                passWithoutKey);
    }
}

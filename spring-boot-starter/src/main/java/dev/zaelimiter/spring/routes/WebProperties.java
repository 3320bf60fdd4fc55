package dev.zaelimiter.spring.routes;

import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.http.Dialect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Everything that can be set under {@code zae.limiter.web}.
 *
 * @param dialect in which fields clients are told of their limits
 * @param jitter how much later than necessary a client may be told to come back, by chance
 * @param hideParents whether clients are told nothing of the limits of an entity's parent
 * @param filterOrder of the filter among others; the usual one is after Spring Security's, which is at -100
 * @param proxies what is believed of who is behind a proxy
 * @param routes which requests take what; one that fits none is not limited
 */
@ConfigurationProperties(prefix = "zae.limiter.web", ignoreUnknownFields = false)
public record WebProperties(
        @DefaultValue("ietf-11") Dialect dialect,
        @DefaultValue("0s") Duration jitter,
        @DefaultValue("false") boolean hideParents,
        @DefaultValue("-90") int filterOrder,
        @DefaultValue Proxies proxies,
        @DefaultValue List<RouteProperties> routes) {

    /**
     * What is believed of who is behind a proxy.
     *
     * @param count how many proxies every request comes through, 0 to 32; not with networks
     * @param networks the addresses of proxies, as 10.0.0.0/8; not with count
     * @param readForwarded whether they write Forwarded instead of X-Forwarded-For
     * @param ipv6Prefix how many bits of an IPv6 address make a client, 1 to 128
     */
    public record Proxies(
            @DefaultValue("0") int count,
            @DefaultValue List<String> networks,
            @DefaultValue("false") boolean readForwarded,
            @DefaultValue("64") int ipv6Prefix) {}

    /**
     * Which requests take what.
     *
     * @param path literal segments, {name} or * for one, and ** at the end for the rest
     * @param methods of HTTP; by default all
     * @param exempt whether these requests are not limited
     * @param resource what is used
     * @param keys who is limited: header:NAME, principal, claim:NAME, address, attribute:NAME, path:NAME, fixed:NAME or
     *     bean:NAME; the first that a request has
     * @param hashKey whether the store sees a digest of the key only
     * @param keyPrefix what the entity's name begins with, to keep kinds of keys apart
     * @param take tokens by limit
     * @param settle what it really was, by limit: header:NAME of the response, attribute:NAME, or bytes
     * @param giveBack statuses of which nothing is charged, as 404 or 500-599
     * @param waitAtMost how long a request may wait for its tokens
     * @param onUnavailable what to do when the store gives no answer; by default what is configured for all
     * @param passWithoutKey whether requests without a key go through without a limit; otherwise they are answered with
     *     403
     */
    public record RouteProperties(
            @Nullable String path,
            @DefaultValue List<String> methods,
            @DefaultValue("false") boolean exempt,
            @Nullable String resource,
            @DefaultValue List<String> keys,
            @DefaultValue("false") boolean hashKey,
            @Nullable String keyPrefix,
            @DefaultValue Map<String, Long> take,
            @DefaultValue Map<String, String> settle,
            @DefaultValue List<String> giveBack,
            @DefaultValue("0s") Duration waitAtMost,
            @Nullable OnUnavailable onUnavailable,
            @DefaultValue("false") boolean passWithoutKey) {}
}

package dev.zaelimiter.http.address;

import dev.zaelimiter.InvalidInputException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whose request it is, by address. What a client says of itself is never believed: an address is taken from a field
 * only if a trusted proxy wrote it.
 *
 * <pre>{@code
 * ClientAddresses.direct()                                 // no proxy: the address of the connection
 * ClientAddresses.behindProxies(1)                         // one proxy, and the service is reached through it only
 * ClientAddresses.behind("10.0.0.0/8").readingForwarded()  // proxies by address; the field of RFC 7239
 * }</pre>
 *
 * <p>Where the trusted end of a field holds no address ({@code unknown}, an obfuscated identifier, garbage), the
 * request counts as one of the proxy that wrote it. An address of IPv6 counts by its network of 64 bits, which is what
 * one customer has; one of IPv4 that is written as IPv6 is the same as the plain one.
 *
 * <p>Immutable, for any thread. No name is looked up; what is read of a field is bounded.
 */
public final class ClientAddresses {

    /** The most proxies that are passed through on the way to the client. */
    public static final int MOST_PROXIES = 32;

    private static final String X_FORWARDED_FOR = "X-Forwarded-For";
    private static final String FORWARDED = "Forwarded";
    private static final int USUAL_PREFIX = 64;

    private final int proxies;
    private final List<IpNetwork> trusted;
    private final Hops.Syntax syntax;
    private final int v6Bits;

    private ClientAddresses(int proxies, List<IpNetwork> trusted, Hops.Syntax syntax, int v6Bits) {
        this.proxies = proxies;
        this.trusted = trusted;
        this.syntax = syntax;
        this.v6Bits = v6Bits;
    }

    /**
     * Without proxies: the address of the connection, whatever fields say.
     *
     * @return addresses of connections
     */
    public static ClientAddresses direct() {
        return new ClientAddresses(0, List.of(), Hops.Syntax.LIST, USUAL_PREFIX);
    }

    /**
     * Behind so many proxies, of whatever address. Use it only where nobody can reach the service but through all of
     * them. A request that came through fewer counts as one of whoever is connected.
     *
     * @param count 1 to {@value #MOST_PROXIES}
     * @return addresses from {@code X-Forwarded-For}
     * @throws InvalidInputException if the count is out of range
     */
    public static ClientAddresses behindProxies(int count) {
        if (count < 1 || count > MOST_PROXIES) {
            throw new InvalidInputException("number of proxies", count, "1 to " + MOST_PROXIES);
        }
        return new ClientAddresses(count, List.of(), Hops.Syntax.LIST, USUAL_PREFIX);
    }

    /**
     * Behind proxies that are known by their addresses. The client is the last address that is not theirs.
     *
     * @param networks addresses such as {@code 10.0.0.7}, or networks such as {@code 10.0.0.0/8} or {@code fd00::/8};
     *     not all of them
     * @return addresses from {@code X-Forwarded-For}
     * @throws InvalidInputException if there are none, or one is no network
     */
    public static ClientAddresses behind(String... networks) {
        if (networks.length == 0) {
            throw new InvalidInputException("trusted proxies", "none", "at least one network");
        }
        List<IpNetwork> trusted =
                Arrays.stream(networks).map(IpNetwork::parse).distinct().toList();
        return new ClientAddresses(0, trusted, Hops.Syntax.LIST, USUAL_PREFIX);
    }

    /**
     * Reads {@code Forwarded} (RFC 7239) instead of {@code X-Forwarded-For}. One of the two is read and never both,
     * since a proxy that writes one may pass on the other as the client sent it.
     *
     * @return addresses from that field
     */
    public ClientAddresses readingForwarded() {
        return new ClientAddresses(proxies, trusted, Hops.Syntax.PARAMETERS, v6Bits);
    }

    /**
     * How much of an IPv6 address counts.
     *
     * @param bits 1 to 128; by default 64
     * @return addresses that count so
     * @throws InvalidInputException if it is out of range
     */
    public ClientAddresses ipv6Prefix(int bits) {
        if (bits < 1 || bits > 128) {
            throw new InvalidInputException("IPv6 prefix", bits, "1 to 128 bits");
        }
        return new ClientAddresses(proxies, trusted, syntax, bits);
    }

    /**
     * The client of a request.
     *
     * @param peer the address of the connection, with or without a port; null if it has none
     * @param fields the values of a field of the request, by its name, in their order; empty if it is not there
     * @return for example {@code 192.0.2.7} or {@code 2001:db8::/64}, of which {@code NameEncoding.ENTITY} makes an
     *     entity; empty if there is no address
     */
    public Optional<String> client(@Nullable String peer, Function<String, List<String>> fields) {
        IpAddress client = find(peer == null ? null : IpAddress.parseNode(peer), fields);
        return client == null ? Optional.empty() : Optional.of(client.networkText(v6Bits));
    }

    private @Nullable IpAddress find(@Nullable IpAddress peer, Function<String, List<String>> fields) {
        if (proxies > 0) {
            return counted(peer, hops(fields));
        }
        return peer != null && isTrusted(peer) ? firstStranger(peer, hops(fields)) : peer;
    }

    private Hops hops(Function<String, List<String>> fields) {
        return new Hops(fields.apply(syntax == Hops.Syntax.LIST ? X_FORWARDED_FOR : FORWARDED), syntax);
    }

    private @Nullable IpAddress counted(@Nullable IpAddress peer, Hops hops) {
        IpAddress nearest = peer;
        for (int i = 0; i < proxies; i++) {
            String node = hops.next();
            if (node == null) {
                // Fewer proxies than there are: somebody went round them, and may have written all of it.
                return peer;
            }
            IpAddress address = IpAddress.parseNode(node);
            nearest = address == null ? nearest : address;
        }
        return nearest;
    }

    private IpAddress firstStranger(IpAddress peer, Hops hops) {
        IpAddress nearest = peer;
        for (int i = 0; i < MOST_PROXIES && isTrusted(nearest); i++) {
            String node = hops.next();
            IpAddress address = node == null ? null : IpAddress.parseNode(node);
            if (address == null) {
                return nearest;
            }
            nearest = address;
        }
        return nearest;
    }

    private boolean isTrusted(IpAddress address) {
        for (IpNetwork network : trusted) {
            if (network.contains(address)) {
                return true;
            }
        }
        return false;
    }
}

package dev.zaelimiter.http.address;

import dev.zaelimiter.InvalidInputException;
import java.util.Arrays;
import java.util.Objects;

/** A range of addresses, such as {@code 10.0.0.0/8}. */
final class IpNetwork {

    private static final String RULE =
            "an address, or a network such as 10.0.0.0/8 or 2001:db8::/32 with no bits after its prefix";

    private final byte[] bytes;
    private final int bits;

    private IpNetwork(byte[] bytes, int bits) {
        this.bytes = bytes;
        this.bits = bits;
    }

    static IpNetwork parse(String text) {
        int slash = text.indexOf('/');
        IpAddress address = IpAddress.parse(slash < 0 ? text : text.substring(0, slash));
        if (address == null || text.indexOf('%') >= 0) {
            throw invalid(text, RULE);
        }
        int longest = 8 * address.bytes().length;
        int bits = slash < 0 ? longest : prefix(text, slash, address);
        if (bits == 0) {
            throw invalid(
                    text,
                    "a network of proxies; if you trust everybody, whoever calls chooses the address. "
                            + "To trust whatever is in front, say how many proxies there are");
        }
        if (bits < 0 || bits > longest || !Arrays.equals(address.bytes(), IpAddress.masked(address.bytes(), bits))) {
            throw invalid(text, RULE);
        }
        return new IpNetwork(address.bytes(), bits);
    }

    /** The prefix of what was written as IPv6 for IPv4 counts from the end of its own prefix. */
    private static int prefix(String text, int slash, IpAddress address) {
        String digits = text.substring(slash + 1);
        if (!digits.matches("0|[1-9][0-9]{0,2}")) {
            throw invalid(text, RULE);
        }
        int bits = Integer.parseInt(digits);
        boolean writtenAsV6 = address.isV4() && text.indexOf(':') >= 0;
        if (writtenAsV6 && bits < 96) {
            throw invalid(text, RULE);
        }
        return writtenAsV6 ? bits - 96 : bits;
    }

    private static InvalidInputException invalid(String text, String rule) {
        return new InvalidInputException("trusted proxy", text, rule);
    }

    boolean contains(IpAddress address) {
        return address.bytes().length == bytes.length && Arrays.equals(IpAddress.masked(address.bytes(), bits), bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IpNetwork that && bits == that.bits && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(Arrays.hashCode(bytes), bits);
    }
}

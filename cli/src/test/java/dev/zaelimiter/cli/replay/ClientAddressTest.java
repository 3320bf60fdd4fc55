package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAddressTest {

    @ParameterizedTest
    @CsvSource({
        "2001:db8:1:2:3:4:5:6, 64, 2001:db8:1:2::",
        "2001:DB8::1, 64, 2001:db8:0:0::",
        "::1, 64, 0:0:0:0::",
        "::, 64, 0:0:0:0::",
        "fe80::1%eth0, 64, fe80:0:0:0::",
        "[2001:db8::1], 64, 2001:db8:0:0::",
        "2001:db8:1:2ff:3:4:5:6, 56, 2001:db8:1:200::",
        "2001:db8:1:2ff:3:4:5:6, 48, 2001:db8:1::",
        "2001:db8::5:6, 128, 2001:db8:0:0:0:0:5:6",
        "2001:db8::5:7, 127, 2001:db8:0:0:0:0:5:6",
        "ffff::1, 1, 8000::",
        "64:ff9b::192.0.2.33, 128, 64:ff9b:0:0:0:0:c000:221"
    })
    void nameOf_ipv6_isItsNetwork(String address, int prefix, String name) {
        assertThat(ClientAddress.nameOf(address, prefix)).isEqualTo(name);
    }

    /** B2: each connection was a client of its own. B5: the proxy was taken for the client. */
    @ParameterizedTest
    @CsvSource({
        "1.2.3.4:5, 1.2.3.4",
        "203.0.113.7:50001, 203.0.113.7",
        "[2001:db8::7]:50003, 2001:db8:0:0::",
        "[::ffff:192.0.2.33]:80, 192.0.2.33",
        "'203.0.113.7:50001, 10.0.0.1', 203.0.113.7",
        "'unknown, 203.0.113.7', 203.0.113.7",
        "'-, 203.0.113.7:1, 10.0.0.1', 203.0.113.7",
        "'for=203.0.113.7;proto=https;by=10.0.0.1', 203.0.113.7",
        "'for=\"[2001:db8::7]:4711\", for=10.0.0.1', 2001:db8:0:0::",
        "'For=203.0.113.7, for=10.0.0.1', 203.0.113.7"
    })
    void nameOf_portsListsAndForwarded_areTheFirstClient(String address, String name) {
        assertThat(ClientAddress.nameOf(address, 64)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.1",
                "127.0.0.1:80",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.1.1",
                "100.64.0.1",
                "::1",
                "fd00::1",
                "fe80::1%eth0",
                "::ffff:10.0.0.1"
            })
    void isPrivate_addressesOfNeighbours_are(String address) {
        assertThat(ClientAddress.isPrivate(address)).isTrue();
        assertThat(ClientAddress.isAddress(address)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"203.0.113.7", "172.32.0.1", "100.128.0.1", "2001:db8::1", "host", "", "1.2.3", "10"})
    void isPrivate_others_areNot(String address) {
        assertThat(ClientAddress.isPrivate(address)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.33, 192.0.2.33",
        "::ffff:192.0.2.33, 192.0.2.33",
        "::ffff:c000:221, 192.0.2.33",
        "'192.0.2.33, 10.0.0.1', 192.0.2.33",
        "host.example.com, host.example.com",
        "unix:, unix:",
        "1:2:3, 1:2:3",
        "1:2:3:4:5:6:7:8:9, 1:2:3:4:5:6:7:8:9",
        "1::2::3, 1::2::3",
        "12345::, 12345::",
        "::g, ::g",
        "::1.2.3, ::1.2.3",
        "::1.2.3.256, ::1.2.3.256",
        "1:2:3:4:5:6:7::8, 1:2:3:4:5:6:7::8",
        "1.2.3.4:123456, 1.2.3.4:123456",
        "1.2.3.4:x, 1.2.3.4:x",
        "host:80, host:80",
        "[::1]x, [::1]x",
        "'unknown, unknown', unknown"
    })
    void nameOf_anythingElse_standsForItself(String address, String name) {
        assertThat(ClientAddress.nameOf(address, 64)).isEqualTo(name);
    }
}

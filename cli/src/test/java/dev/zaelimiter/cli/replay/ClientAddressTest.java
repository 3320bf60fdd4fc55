package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        "1.2.3.4:5, 1.2.3.4:5"
    })
    void nameOf_anythingElse_standsForItself(String address, String name) {
        assertThat(ClientAddress.nameOf(address, 64)).isEqualTo(name);
    }
}

package dev.zaelimiter.http.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who calls, with honest proxies and with clients that lie. */
class ClientAddressesTest {

    private static final String PROXY = "10.0.0.1";
    private static final ClientAddresses ONE_PROXY = ClientAddresses.behindProxies(1);
    private static final ClientAddresses PRIVATE = ClientAddresses.behind("10.0.0.0/8", "fd00::/8");

    private static String xff(ClientAddresses addresses, String peer, String... lines) {
        return shown(
                addresses.client(peer, name -> name.equals("X-Forwarded-For") ? List.of(lines) : List.of("6.6.6.6")));
    }

    private static String forwarded(ClientAddresses addresses, String peer, String... lines) {
        return shown(addresses
                .readingForwarded()
                .client(peer, name -> name.equals("Forwarded") ? List.of(lines) : List.of("6.6.6.6")));
    }

    private static String shown(Optional<String> client) {
        return client.orElse("nobody");
    }

    @Test
    void direct_fields_areNotBelieved() {
        assertThat(xff(ClientAddresses.direct(), "192.0.2.7", "6.6.6.6")).isEqualTo("192.0.2.7");
        assertThat(forwarded(ClientAddresses.direct(), "192.0.2.7", "for=6.6.6.6"))
                .isEqualTo("192.0.2.7");
    }

    @Test
    void behind_connectionOfAStranger_isTheStranger() {
        assertThat(xff(PRIVATE, "192.0.2.7", "6.6.6.6")).isEqualTo("192.0.2.7");
    }

    @Test
    void behind_spoofedBeginning_isPassedOver() {
        assertThat(xff(PRIVATE, PROXY, "6.6.6.6, 192.0.2.7, 10.0.0.9")).isEqualTo("192.0.2.7");
        assertThat(xff(PRIVATE, PROXY, "6.6.6.6", "192.0.2.7", "10.0.0.9")).isEqualTo("192.0.2.7");
        assertThat(xff(PRIVATE, PROXY, "10.0.0.5, 192.0.2.7")).isEqualTo("192.0.2.7");
    }

    @Test
    void behind_noField_isTheProxyItself() {
        assertThat(xff(PRIVATE, PROXY)).isEqualTo(PROXY);
    }

    @Test
    void behind_everybodyTrusted_isTheFirst() {
        assertThat(xff(PRIVATE, PROXY, "10.0.0.5, 10.0.0.6")).isEqualTo("10.0.0.5");
    }

    @Test
    void behindProxies_spoofedBeginning_isPassedOver() {
        assertThat(xff(ONE_PROXY, "203.0.113.1", "6.6.6.6, 192.0.2.7")).isEqualTo("192.0.2.7");
        assertThat(xff(ClientAddresses.behindProxies(2), "203.0.113.1", "6.6.6.6, 192.0.2.7, 203.0.113.2"))
                .isEqualTo("192.0.2.7");
    }

    /** Somebody who reaches the service past a proxy could otherwise name himself. */
    @Test
    void behindProxies_fewerThanThereAre_isWhoeverIsConnected() {
        assertThat(xff(ClientAddresses.behindProxies(2), "192.0.2.9", "6.6.6.6"))
                .isEqualTo("192.0.2.9");
        assertThat(xff(ONE_PROXY, "192.0.2.9")).isEqualTo("192.0.2.9");
    }

    @Test
    void behindProxies_connectionWithoutAddress_readsTheField() {
        assertThat(xff(ONE_PROXY, null, "192.0.2.7")).isEqualTo("192.0.2.7");
        assertThat(xff(ONE_PROXY, "unix:", "192.0.2.7")).isEqualTo("192.0.2.7");
        assertThat(xff(ONE_PROXY, null)).isEqualTo("nobody");
        assertThat(xff(PRIVATE, null, "192.0.2.7")).isEqualTo("nobody");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unknown",
                "_hidden",
                "256.1.1.1",
                "01.2.3.4",
                "1.2.3",
                "example.org",
                "[::1",
                "1.2.3.4:99999999",
                "\"1.2.3.4\"",
                "-"
            })
    void noAddressAtTheTrustedEnd_countsAsTheProxyThatWroteIt(String node) {
        assertThat(xff(PRIVATE, PROXY, "6.6.6.6, " + node)).isEqualTo(PROXY);
        assertThat(xff(ONE_PROXY, PROXY, "6.6.6.6, " + node)).isEqualTo(PROXY);
        assertThat(xff(PRIVATE, PROXY, "6.6.6.6, " + node + ", 10.0.0.9")).isEqualTo("10.0.0.9");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "for=192.0.2.60|192.0.2.60",
                "For=192.0.2.60|192.0.2.60",
                "for=192.0.2.60;proto=http;by=203.0.113.43|192.0.2.60",
                "proto=http;FOR=\"192.0.2.60:8080\"|192.0.2.60",
                "for=\"[2001:db8:cafe::17]:4711\"|2001:db8:cafe::/64",
                "for=\"[2001:db8:cafe::17]\"|2001:db8:cafe::/64",
                "for=\"[2001:db8:cafe::17]:_port\"|2001:db8:cafe::/64",
                "for=6.6.6.6, for=192.0.2.60|192.0.2.60",
                "for=6.6.6.6,for=192.0.2.60;ext=\"a, b; for=6.6.6.6\"|192.0.2.60",
                "for=\"6.6.6.6, for=192.0.2.60|192.0.2.60",
                "for=6.6.6.6;x=\"\\\", for=192.0.2.60|192.0.2.60",
                "for=\"192.0.2.\\60\"|192.0.2.60",
                "for=_gazonk|10.0.0.1",
                "for=unknown|10.0.0.1",
                "for=\"_gazonk:80\"|10.0.0.1",
                "proto=https|10.0.0.1",
                "for=|10.0.0.1",
                "for=\"|10.0.0.1",
                "for=1.2.3.4;for=5.6.7.8|10.0.0.1",
                "192.0.2.60|10.0.0.1",
                "for=6.6.6.6, ;;;|10.0.0.1"
            })
    void forwarded_eachForm_isRead(String line, String client) {
        assertThat(forwarded(PRIVATE, PROXY, line)).isEqualTo(client);
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.7,192.0.2.7",
        "192.0.2.7:4711,192.0.2.7",
        "::ffff:192.0.2.7,192.0.2.7",
        "::FFFF:c000:207,192.0.2.7",
        "[::ffff:192.0.2.7]:80,192.0.2.7",
        "64:ff9b::192.0.2.7,192.0.2.7",
        "2001:db8:1:2:3:4:5:6,2001:db8:1:2::/64",
        "2001:DB8:1:2::1,2001:db8:1:2::/64",
        "[2001:db8:1:2::1]:443,2001:db8:1:2::/64",
        "fe80::1%eth0,fe80::/64",
        "fe80:0:0:0:0:0:0:1%eth0,fe80::/64",
        "::1,::/64",
        "1.2.3.4%eth0,nobody",
        "'',nobody",
        "localhost,nobody",
        "127.1,nobody",
        "0x7f.0.0.1,nobody",
        "1:2:3:4:5:6:7,nobody",
        "1::2::3,nobody",
        "1:2:3:4:5:6:7:8:9,nobody",
        "12345::,nobody",
        "fe80::1%,nobody"
    })
    void direct_eachForm_isReadOrNobody(String peer, String client) {
        assertThat(xff(ClientAddresses.direct(), peer)).isEqualTo(client);
    }

    @Test
    void ipv6Prefix_setting_saysHowMuchCounts() {
        String peer = "2001:db8:1:2:3:4:5:6";
        assertThat(xff(ClientAddresses.direct().ipv6Prefix(56), peer)).isEqualTo("2001:db8:1::/56");
        assertThat(xff(ClientAddresses.direct().ipv6Prefix(128), peer)).isEqualTo(peer);
        assertThat(xff(ClientAddresses.direct().ipv6Prefix(1), peer)).isEqualTo("::/1");
        assertThat(xff(ClientAddresses.direct().ipv6Prefix(56), "192.0.2.7")).isEqualTo("192.0.2.7");
    }

    @Test
    @Timeout(60)
    void anyField_ofAMegabyte_costsNothingAndChangesNothing() {
        String huge = "6.6.6.6, ".repeat(120_000);
        String endless = "a".repeat(1 << 20);
        String commas = ",".repeat(1 << 20);
        for (int i = 0; i < 1_000; i++) {
            assertThat(xff(PRIVATE, PROXY, huge + "192.0.2.7")).isEqualTo("192.0.2.7");
            assertThat(xff(PRIVATE, PROXY, endless)).isEqualTo(PROXY);
            assertThat(xff(PRIVATE, PROXY, commas)).isEqualTo(PROXY);
            assertThat(xff(ONE_PROXY, PROXY, commas)).isEqualTo(PROXY);
            assertThat(forwarded(PRIVATE, PROXY, "for=\"" + endless)).isEqualTo(PROXY);
            assertThat(forwarded(PRIVATE, PROXY, "\\".repeat(1 << 20) + "\"")).isEqualTo(PROXY);
        }
    }

    @Test
    void behind_endlessChainOfProxies_endsAfterSoMany() {
        String hops = "192.0.2.7, " + "10.0.0.9, ".repeat(ClientAddresses.MOST_PROXIES) + "10.0.0.8";
        assertThat(xff(PRIVATE, PROXY, hops)).isEqualTo("10.0.0.9");
    }

    @Test
    void emptyElements_betweenAddresses_meanNothing() {
        assertThat(xff(PRIVATE, PROXY, "192.0.2.7, , ,10.0.0.9,,", "", " ")).isEqualTo("192.0.2.7");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10.0.0.0/33",
                "10.0.0.1/8",
                "10.0.0.0/08",
                "10.0.0.0/-1",
                "10.0.0.0/",
                "proxy.local",
                "::/0",
                "0.0.0.0/0",
                "2001:db8::1/32",
                "fe80::%eth0/64",
                "::ffff:10.0.0.0/95"
            })
    void behind_noNetwork_isRefusedByName(String network) {
        assertThatThrownBy(() -> ClientAddresses.behind(network))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("trusted proxy '" + network + "'");
    }

    @Test
    void behind_networkWrittenAsV6_isTheOneOfV4() {
        assertThat(xff(ClientAddresses.behind("::ffff:10.0.0.0/104"), PROXY, "192.0.2.7"))
                .isEqualTo("192.0.2.7");
    }

    @Test
    void settings_outOfRange_areRefused() {
        assertThatThrownBy(() -> ClientAddresses.behind()).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> ClientAddresses.behindProxies(0)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> ClientAddresses.behindProxies(33)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> ONE_PROXY.ipv6Prefix(0)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> ONE_PROXY.ipv6Prefix(129)).isInstanceOf(InvalidInputException.class);
    }
}

package dev.zaelimiter.http.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Literals against the JDK's own, which reads and prints them too. */
class IpAddressTest {

    @Test
    void parse_anyAddressAsTheJdkPrintsIt_isThatAddress() throws Exception {
        Random random = new Random(19);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
            random.nextBytes(bytes);
            for (int j = 0; j < bytes.length; j++) {
                bytes[j] = random.nextInt(3) == 0 ? 0 : bytes[j];
            }
            InetAddress address = InetAddress.getByAddress(bytes);
            IpAddress parsed = IpAddress.parse(address.getHostAddress());

            assertThat(parsed).isNotNull();
            assertThat(parsed.bytes()).isEqualTo(address.getAddress());
            IpAddress again = IpAddress.parse(parsed.toString());
            assertThat(again).isEqualTo(parsed);
            if (address instanceof Inet6Address) {
                assertThat(InetAddress.getByName(parsed.toString())).isEqualTo(address);
            }
        }
    }

    @Test
    void toString_zeroes_areWrittenAsRfc5952Says() {
        assertThat(String.valueOf(IpAddress.parse("2001:0db8:0:0:1:0:0:1"))).isEqualTo("2001:db8::1:0:0:1");
        assertThat(String.valueOf(IpAddress.parse("2001:db8:0:1:1:1:1:1"))).isEqualTo("2001:db8:0:1:1:1:1:1");
        assertThat(String.valueOf(IpAddress.parse("0:0:0:0:0:0:0:0"))).isEqualTo("::");
        assertThat(String.valueOf(IpAddress.parse("1:0:0:0:0:0:0:0"))).isEqualTo("1::");
    }

    @Test
    void parse_noise_isNoAddressAndNoException() {
        Random random = new Random(20);
        String signs = "0123456789abcdefABCDEF:.%[]/ \"";
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(20); j >= 0; j--) {
                text.append(signs.charAt(random.nextInt(signs.length())));
            }
            IpAddress parsed = IpAddress.parseNode(text.toString());
            if (parsed != null) {
                assertThat(IpAddress.parse(parsed.toString())).isEqualTo(parsed);
            }
        }
    }
}

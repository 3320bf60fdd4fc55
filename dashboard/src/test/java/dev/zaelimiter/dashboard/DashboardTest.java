package dev.zaelimiter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How the server lives and ends. */
class DashboardTest {

    private RunningDashboard world;

    @BeforeEach
    void open() {
        world = RunningDashboard.showing();
        world.admin.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 60));
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void port_inUse_isRefused() {
        assertThatThrownBy(() -> Dashboard.of(world.repository)
                        .port(world.dashboard.port())
                        .start())
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(String.valueOf(world.dashboard.port()))
                .hasCauseInstanceOf(BindException.class);
        assertThat(world.web.get("/", world.web.own()).status()).isEqualTo(200);
    }

    @Test
    void settings_outOfRange_areNamed() {
        Dashboard.Builder builder = Dashboard.of(world.repository);
        assertThatThrownBy(() -> builder.port(65_536))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("port");
        assertThatThrownBy(() -> builder.port(-1)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> builder.every(Duration.ofMillis(499)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("0.5 s");
        assertThatThrownBy(() -> builder.buckets(0)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> builder.readUnits(-1)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void address_holdsANewKeyEachTime_andIsOfThisMachineAlone() {
        try (Dashboard one = Dashboard.of(world.repository).port(0).start();
                Dashboard other = Dashboard.of(world.repository).port(0).start()) {
            assertThat(one.address().getHost()).isEqualTo("127.0.0.1");
            assertThat(one.address().getFragment()).startsWith("key=").hasSizeGreaterThan(24);
            assertThat(one.address().getFragment()).isNotEqualTo(other.address().getFragment());
        }
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("zae-limiter-dashboard")
                        || thread.getName().startsWith("HTTP-Dispatcher"))
                .collect(Collectors.toSet());
    }

    /** Browsers that leave midway, or say nothing, hold no thread beyond the end, and keep nobody else out. */
    @Test
    void browsers_thatGoAwayOrSayNothing_hinderNobody() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try (RunningDashboard other = RunningDashboard.showing()) {
            for (int i = 0; i < 40; i++) {
                Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), other.dashboard.port());
                silent.add(socket);
                if (i % 2 == 0) {
                    socket.getOutputStream().write("GET / HTTP/1.1\r\nHo".getBytes(StandardCharsets.UTF_8));
                }
            }
            for (int i = 0; i < 12; i++) {
                Socket gone = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), other.dashboard.port());
                gone.getOutputStream()
                        .write(("GET /page.css HTTP/1.1\r\nHost: " + other.web.host() + "\r\n\r\n")
                                .getBytes(StandardCharsets.UTF_8));
                gone.setSoLinger(true, 0);
                gone.close();
            }
            assertThat(other.web.get("/", other.web.own()).status()).isEqualTo(200);
            other.web.ask("/api/about");
        }
        for (Socket socket : silent) {
            socket.close();
        }
        world.dashboard.close();
        for (Thread thread : threads()) {
            // A pool counts as ended by the last of its threads, which then has a few steps to go.
            thread.join(20_000);
            assertThat(thread.isAlive()).as(thread.getName()).isFalse();
        }
    }

    @Test
    void close_twice_isOnce_andTheAddressIsFree() {
        int port = world.dashboard.port();
        world.dashboard.close();
        world.dashboard.close();
        try (Dashboard again = Dashboard.of(world.repository).port(port).start()) {
            assertThat(again.port()).isEqualTo(port);
        }
    }

    /** A service that forgets to close it ends all the same. */
    @Test
    void threads_areDaemons() {
        world.web.ask("/api/resources");
        assertThat(threads()).isNotEmpty().allMatch(Thread::isDaemon);
    }
}

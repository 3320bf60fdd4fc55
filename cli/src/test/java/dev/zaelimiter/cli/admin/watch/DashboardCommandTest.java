package dev.zaelimiter.cli.admin.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DashboardCommandTest {

    @TempDir
    private Path directory;

    private String file = "";

    @BeforeEach
    void create() {
        file = directory.resolve("limits.zae").toString();
        assertThat(CommandRun.of("resource", "set-defaults", "gpt-4", "-l", "rpm:5", "--create", "--embedded", file)
                        .exitCode())
                .isZero();
    }

    private CommandRun dashboard(String... options) {
        String[] args = new String[options.length + 5];
        System.arraycopy(new String[] {"dashboard", "--embedded", file, "--for", "0"}, 0, args, 0, 5);
        System.arraycopy(options, 0, args, 5, options.length);
        return CommandRun.of(args);
    }

    @Test
    void started_printsTheAddressAlone_withItsKey() {
        CommandRun run = dashboard("--port", "0");
        assertThat(run.lines())
                .hasSize(2)
                .first()
                .asString()
                .matches("Open http://127\\.0\\.0\\.1:[0-9]+/#key=[\\w-]{24}");
        assertThat(run.lines().get(1)).isEqualTo("Ctrl-C ends it.");
        assertThat(dashboard("--port", "0", "--allow-changes").lines().get(1)).contains("can be changed");
    }

    @Test
    void port_inUse_isSaidInOneLine_withTheWayOut() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            CommandRun run = dashboard("--port", String.valueOf(taken.getLocalPort()));
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).hasLineCount(1).contains("port " + taken.getLocalPort(), "--port", "0 for any");
        }
    }

    @Test
    void options_outOfRange_areNamed() {
        assertThat(dashboard("--port", "-1").err()).hasLineCount(1).contains("--port -1");
        assertThat(dashboard("--every", "0.1").err()).hasLineCount(1).contains("--every 0.1", "0.5");
        assertThat(dashboard("--buckets", "0").err()).hasLineCount(1).contains("--buckets 0");
        assertThat(dashboard("--read-units", "-5").err()).hasLineCount(1).contains("--read-units -5");
        assertThat(CommandRun.of("dashboard", "--embedded", file, "--for", "-1").err())
                .contains("--for -1.0");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no such signals")
    void interrupted_isThrough_andTerminated_saysSo() throws Exception {
        String[] args = {"dashboard", "--port", "0", "--embedded", file};
        assertThat(SignalledCommand.endedBy("INT", "Open http://127.0.0.1:", args))
                .isZero();
        assertThat(SignalledCommand.endedBy("TERM", "Open http://127.0.0.1:", args))
                .isEqualTo(143);
    }
}

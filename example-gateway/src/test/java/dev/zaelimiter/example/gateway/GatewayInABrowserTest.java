package dev.zaelimiter.example.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The gateway's page in a real browser; its pictures are kept in {@code target/pages}. */
@Tag("extended")
@Tag("browser")
class GatewayInABrowserTest {

    private static final String BROWSER = "chromium";
    private static final Path PICTURES = Path.of("target", "pages").toAbsolutePath();

    @TempDir
    private static Path directory;

    private static RunningGateway gateway;

    /** Ada has used up her requests, and both have seen answers and refusals. */
    @BeforeAll
    static void start() throws Exception {
        Files.createDirectories(PICTURES);
        gateway = RunningGateway.start(
                "--zae.limiter.limits.resources.chat.rpm=10/d",
                "--zae.limiter.limits.resources.chat.tpm=2500/d",
                "--zae.limiter.limits.entities.demo-project.chat.rpm=15/d",
                "--zae.limiter.limits.entities.demo-project.chat.tpm=4000/d");
        for (int i = 0; i < 12; i++) {
            gateway.ask("sk-demo-ada", "Tell me a story.", false);
        }
        gateway.ask("sk-demo-grace", "Tell me a story.", true);
        gateway.ask("sk-demo-grace", "Please fail.", false);
    }

    @AfterAll
    static void close() {
        gateway.close();
    }

    @ParameterizedTest
    @CsvSource({
        "gateway-phone-light, 390, 1500, false",
        "gateway-phone-dark, 390, 1500, true",
        "gateway-desktop-light, 1280, 1000, false",
        "gateway-desktop-dark, 1280, 1000, true"
    })
    void page_inABrowser_isDrawn(String name, int width, int height, boolean dark) throws Exception {
        Path picture = PICTURES.resolve(name + ".png");
        browse(width, height, dark, "--screenshot=" + picture, frame(width, height));

        BufferedImage image = ImageIO.read(picture.toFile());
        assertThat(image.getWidth()).isEqualTo(width);
        int corner = image.getRGB(1, 1) & 0xff;
        assertThat(corner).as("the background").matches(blue -> dark ? blue < 0x40 : blue > 0xc0);
        boolean bars = false;
        for (int y = 0; y < image.getHeight() && !bars; y++) {
            for (int x = 0; x < width && !bars; x++) {
                int colour = image.getRGB(x, y) & 0xffffff;
                bars = colour == (dark ? 0x3fb984 : 0x1a7f5a);
            }
        }
        assertThat(bars).as("balances are drawn").isTrue();
    }

    @ParameterizedTest
    @CsvSource({"320", "390", "768", "1280"})
    void page_anyWidth_needsNoScrollingSideways_andIsLive(int width) throws Exception {
        String dom = browse(1400, 1000, false, "--dump-dom", frame(width, 900));

        assertThat(dom).contains("<title>widths " + width + " " + width + " Live</title>");
    }

    @Test
    void button_pressedWithNothingLeft_showsTheRefusal() throws Exception {
        String dom = browse(1400, 1000, false, "--dump-dom", gateway.at("/frame.html?width=1280&height=900&press=0"));

        assertThat(dom).contains("<title>widths 1280 1280 Live HTTP 429</title>");
    }

    private static URI frame(int width, int height) {
        return gateway.at("/frame.html?width=" + width + "&height=" + height);
    }

    private static String browse(int width, int height, boolean dark, String option, URI shown) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                BROWSER,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--hide-scrollbars",
                "--force-color-profile=srgb",
                // As long as it takes to look at the balances some times.
                "--virtual-time-budget=5000",
                "--user-data-dir=" + Files.createTempDirectory(directory, "profile"),
                "--window-size=" + width + "," + height,
                "--blink-settings=preferredColorScheme=" + (dark ? 0 : 1),
                option,
                shown.toString()));
        File out = Files.createTempFile(directory, "browser", ".out").toFile();
        File err = Files.createTempFile(directory, "browser", ".err").toFile();
        Process process = new ProcessBuilder(command)
                .redirectOutput(out)
                .redirectError(err)
                .start();
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
        }
        assertThat(process.exitValue()).as(Files.readString(err.toPath())).isZero();
        return Files.readString(out.toPath());
    }
}

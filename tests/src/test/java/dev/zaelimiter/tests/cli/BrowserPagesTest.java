package dev.zaelimiter.tests.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.ZaeLimiter;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The page of {@code replay --html} in a real browser; its pictures are kept in {@code target/pages}. */
@Tag("extended")
@Tag("browser")
class BrowserPagesTest {

    private static final Path PICTURES = Path.of("target", "pages").toAbsolutePath();

    @TempDir
    private static Path directory;

    private static Path page = Path.of("");

    @BeforeAll
    static void writePage() throws IOException {
        Files.createDirectories(PICTURES);
        page = directory.resolve("page.html");
        StringWriter err = new StringWriter();
        CommandLine command = new CommandLine(new ZaeLimiter())
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err));
        int exitCode = command.execute(
                "replay",
                Path.of("..", "examples", "traces", "azure-llm-code.csv").toString(),
                "--limit",
                "rpm=120/min",
                "--limit",
                "tpm=200000/min",
                "--compare",
                "rpm=240/min,tpm=400000/min",
                "--suggest",
                "--html",
                page.toString());
        assertThat(exitCode).as(err.toString()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "phone-light, 390, 3400, false",
        "phone-dark, 390, 3400, true",
        "desktop-light, 1280, 2200, false",
        "desktop-dark, 1280, 2200, true"
    })
    void page_inABrowser_isDrawn(String name, int width, int height, boolean dark) throws Exception {
        Path picture = PICTURES.resolve(name + ".png");
        browse(width, height, dark, "--screenshot=" + picture);

        BufferedImage image = ImageIO.read(picture.toFile());
        assertThat(image.getWidth()).isEqualTo(width);
        int corner = image.getRGB(1, 1) & 0xff;
        assertThat(corner).as("the background").matches(blue -> dark ? blue < 0x40 : blue > 0xc0);
        Set<Integer> colours = new HashSet<>();
        for (int y = 0; y < image.getHeight(); y += 2) {
            for (int x = 0; x < width; x += 2) {
                colours.add(image.getRGB(x, y) & 0xffffff);
            }
        }
        assertThat(colours)
                .as("bars for admitted and refused rows")
                .contains(dark ? 0x3fb984 : 0x1a7f5a, dark ? 0xff7b72 : 0xc2352b);
    }

    /** Nothing is wider than the window: the browser itself is asked. */
    @ParameterizedTest
    @CsvSource({"320", "390", "768", "1280"})
    void page_anyWidth_needsNoScrollingSideways(int width) throws Exception {
        // The page has no script; this one measures, in a frame as wide as the device, which Chromium's window can't
        // be.
        Path frame = Files.writeString(directory.resolve("frame-" + width + ".html"), """
                <!DOCTYPE html><title>waiting</title><iframe id="f" src="page.html" style="border:0;width:%dpx;height:900px">
                </iframe><script>onload = () => { const d = document.getElementById('f').contentDocument.documentElement;
                document.title = 'widths ' + d.scrollWidth + ' ' + d.clientWidth; }</script>
                """.formatted(width));

        String dom = browse(1400, 1000, false, "--allow-file-access-from-files", "--dump-dom", frame);

        assertThat(dom).contains("<title>widths " + width + " " + width + "</title>");
    }

    private static String browse(int width, int height, boolean dark, String option) throws Exception {
        return browse(width, height, dark, option, "--no-first-run", page);
    }

    private static String browse(int width, int height, boolean dark, String first, String second, Path shown)
            throws Exception {
        return new Chromium(directory).browse(width, height, dark, first, second, shown);
    }
}

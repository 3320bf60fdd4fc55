package dev.zaelimiter.tests.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.plan.Stage;
import dev.zaelimiter.loadtest.internal.plan.StorePlace;
import dev.zaelimiter.loadtest.internal.report.Report;
import dev.zaelimiter.loadtest.internal.report.ReportPage;
import dev.zaelimiter.loadtest.internal.report.RunFolder;
import dev.zaelimiter.loadtest.internal.worker.Worker;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The report of a load test in a real browser; its pictures are kept in {@code target/pages}. */
@Tag("extended")
@Tag("browser")
class LoadTestPageInABrowserTest {

    private static final Path PICTURES = Path.of("target", "pages").toAbsolutePath();

    @TempDir
    private static Path directory;

    private static Path page = Path.of("");

    @BeforeAll
    static void writePage() throws Exception {
        Files.createDirectories(PICTURES);
        Path run = directory.resolve("run");
        new RunPlan(
                        "picture",
                        0,
                        1,
                        new StorePlace.Memory(),
                        "loadtest",
                        List.of(new RunPlan.Part("many", 2), new RunPlan.Part("storm", 1)),
                        List.of(new Stage(20, 200, 2000), new Stage(40, 400, 3000)),
                        50,
                        List.of(Limit.perSecond("rps", 5)),
                        1,
                        7,
                        List.of())
                .write(run);
        assertThat(Worker.play(run, 0)).isZero();
        page = Files.writeString(directory.resolve("page.html"), ReportPage.html(Report.of(RunFolder.read(run))));
    }

    @ParameterizedTest
    @CsvSource({
        "load-phone-light, 390, 3400, false",
        "load-phone-dark, 390, 3400, true",
        "load-desktop-light, 1280, 2200, false",
        "load-desktop-dark, 1280, 2200, true"
    })
    void page_inABrowser_isDrawn(String name, int width, int height, boolean dark) throws Exception {
        Path picture = PICTURES.resolve(name + ".png");
        new Chromium(directory).browse(width, height, dark, "--screenshot=" + picture, "--no-first-run", page);

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
                .as("bars for admitted and refused acquires, and a curve")
                .contains(dark ? 0x3fb984 : 0x1a7f5a, dark ? 0xff7b72 : 0xc2352b, dark ? 0x6cb0ff : 0x0a5fc2);
    }

    /** Nothing is wider than the window: the browser itself is asked. */
    @ParameterizedTest
    @CsvSource({"320", "390", "768", "1280"})
    void page_anyWidth_needsNoScrollingSideways(int width) throws Exception {
        Path frame = Files.writeString(directory.resolve("frame-" + width + ".html"), """
                <!DOCTYPE html><title>waiting</title><iframe id="f" src="page.html" style="border:0;width:%dpx;height:900px">
                </iframe><script>onload = () => { const d = document.getElementById('f').contentDocument.documentElement;
                document.title = 'widths ' + d.scrollWidth + ' ' + d.clientWidth; }</script>
                """.formatted(width));

        String dom = new Chromium(directory)
                .browse(1400, 1000, false, "--allow-file-access-from-files", "--dump-dom", frame);

        assertThat(dom).contains("<title>widths " + width + " " + width + "</title>");
    }

    /** What a table shows was as wide as the table, and so cut at the edge of a phone. */
    @ParameterizedTest
    @CsvSource({"320", "390"})
    void page_onAPhone_cutsNoSentence(int width) throws Exception {
        Path frame = Files.writeString(directory.resolve("sentences-" + width + ".html"), """
                <!DOCTYPE html><title>waiting</title><iframe id="f" src="page.html" style="border:0;width:%dpx;height:900px">
                </iframe><script>onload = () => { const d = document.getElementById('f').contentDocument;
                d.querySelectorAll('details').forEach(e => { e.open = true; });
                const all = [...d.querySelectorAll('h1,h2,p,li,dt,dd,caption,summary')];
                document.title = all.length > 20 ? 'cut ' + all.filter(e => e.getBoundingClientRect().right > %d).length : 'none'; }
                </script>
                """.formatted(width, width));

        String dom = new Chromium(directory)
                .browse(1400, 1000, false, "--allow-file-access-from-files", "--dump-dom", frame);

        assertThat(dom).contains("<title>cut 0</title>");
    }
}

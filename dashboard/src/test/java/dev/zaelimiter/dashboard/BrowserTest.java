package dev.zaelimiter.dashboard;

import dev.zaelimiter.aggregator.AggregatorWorker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A dashboard, and a browser that looks at it; pictures are kept in {@code target/pages}. */
@Tag("extended")
@Tag("browser")
abstract class BrowserTest {

    static final Path PICTURES = Path.of("target", "pages").toAbsolutePath();
    static final int EVERY_SECONDS = 5;
    static final int PHONE = 390;
    static final int DESKTOP = 1280;
    static final int HEIGHT = 900;

    /** A view that has what it asked for. */
    static final String READ =
            "document.querySelector('main h1') && !document.querySelector('main').innerText.includes('Reading')";

    @TempDir
    private static Path directory;

    static Browser browser;

    RunningDashboard world;
    private AggregatorWorker worker;

    @BeforeAll
    static void startBrowser() throws Exception {
        Files.createDirectories(PICTURES);
        browser = Browser.start(directory);
    }

    @AfterAll
    static void endBrowser() throws Exception {
        browser.close();
    }

    @BeforeEach
    void open() {
        world = RunningDashboard.changing();
        worker = AggregatorWorker.of(world.repository)
                .pause(Duration.ofMinutes(1))
                .start();
        Traffic.prepare(world);
        browser.complaints();
    }

    @AfterEach
    void close() {
        browser.open("about:blank");
        worker.close();
        world.close();
    }

    /** Opens the page, and goes to a view of it. */
    void go(String route) {
        browser.open("about:blank");
        browser.open(world.dashboard.address().toString());
        browser.until("document.querySelector('main h1')");
        browser.ask("location.hash = '#/" + route + "'");
        browser.until(READ);
    }
}

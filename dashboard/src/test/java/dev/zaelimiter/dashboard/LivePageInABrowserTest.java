package dev.zaelimiter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The page of a load test in a real browser: how it looks, that it moves, what it says when something is missing. */
class LivePageInABrowserTest extends BrowserTest {

    private static final String SHOWN = "document.querySelector('main h1')?.innerText === 'run <b>1</b>'";

    private final AtomicInteger second = new AtomicInteger(40);

    /** As a report has it; names are of others, and no markup. */
    private String run() {
        int end = second.getAndIncrement();
        StringBuilder seconds = new StringBuilder();
        for (int i = 0; i < end; i++) {
            seconds.append(i == 0 ? "" : ",")
                    .append("{\"at_s\":" + (1_795_984_650L + i) + ",\"admitted\":" + (900 + i * 7 % 90)
                            + ",\"refused\":" + i % 30
                            + ",\"degraded\":0,\"failed\":" + (i == 20 ? 40 : 0) + ",\"p50_us\":" + (i == 3 ? -1 : 900)
                            + ",\"p99_us\":" + (4000 + i * 31 % 900) + "}");
        }
        String counts = "\"admitted\":" + end * 930 + ",\"refused\":500,\"degraded\":0,\"failed\":40,\"throttled\":3";
        return "{\"name\":\"run <b>1</b>\",\"plan\":{\"workers\":2,\"scenarios\":[{\"name\":\"many\",\"weight\":1}],"
                + "\"stages\":[{\"users\":2,\"per_second\":0,\"millis\":600000}]}," + counts
                + ",\"per_second\":930.5,\"write_units_per_admitted\":null,\"latency_us\":{\"admitted\":{\"p99\":4900}},"
                + "\"workers\":[{\"worker\":0,\"end\":\"runs\",\"problem\":null," + counts + "},"
                + "{\"worker\":1,\"end\":\"failed\",\"problem\":\"out of memory\"," + counts + "}],"
                + "\"seconds\":[" + seconds + "],\"notes\":[\"worker 1 failed\"]}";
    }

    @Test
    void page_lightAndDark_phoneAndDesktop_isDrawnAndMoves() throws Exception {
        try (LivePage page = LivePage.start("my-app in eu-west-1", 0, Duration.ofMillis(500), this::run)) {
            for (boolean dark : new boolean[] {false, true}) {
                for (int width : new int[] {PHONE, DESKTOP}) {
                    browser.dark(dark);
                    browser.size(width, HEIGHT);
                    browser.open("about:blank");
                    browser.open(page.address().toString());
                    browser.until(SHOWN + " && document.querySelectorAll('main .curve').length >= 5");
                    assertThat(browser.ask("document.documentElement.scrollWidth")
                                    .asInt())
                            .isLessThanOrEqualTo(width);
                    assertThat(browser.ask(PageChecks.UNREADABLE).toString()).isEqualTo("[]");
                    assertThat(browser.ask(PageChecks.UNNAMED).toString()).isEqualTo("[]");
                    Files.write(
                            PICTURES.resolve("run" + (width == PHONE ? "-phone" : "-desktop")
                                    + (dark ? "-dark" : "-light") + ".png"),
                            browser.picture());
                }
            }
            assertThat(browser.ask("document.querySelector('main').textContent").asText())
                    .as("a time of day: seconds since 1970 stood below the charts")
                    .doesNotContain("1,795,984")
                    .matches("(?s).*\\d\\d:\\d\\d:\\d\\d.*");
            assertThat(browser.ask("document.querySelector('main').innerText").asText())
                    .contains("many · 2 workers", "failed: out of memory", "worker 1 failed");
            String before = browser.ask("document.querySelector('.figures dd').innerText")
                    .asText();
            browser.until("document.querySelector('.figures dd').innerText !== '" + before + "'");
            assertThat(browser.ask("location.hash").asText()).doesNotContain("key");
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void page_whoseRunCantBeRead_saysWhy_andGoesOn() {
        AtomicInteger reads = new AtomicInteger();
        try (LivePage page = LivePage.start("my-app", 0, Duration.ofMillis(500), () -> {
            if (reads.incrementAndGet() <= 2) {
                throw new IllegalStateException("s3:ListBucket is not allowed");
            }
            return run();
        })) {
            browser.size(DESKTOP, HEIGHT);
            browser.open("about:blank");
            browser.open(page.address().toString());
            browser.until(
                    "document.querySelector('main .problem')?.innerText.includes('s3:ListBucket is not allowed')");
            browser.until(SHOWN + " && document.querySelector('main .problem').hidden");
        }
    }

    @Test
    void page_withoutItsKey_asksForIt() {
        try (LivePage page = LivePage.start("my-app", 0, Duration.ofMillis(500), this::run)) {
            browser.size(DESKTOP, HEIGHT);
            browser.open("about:blank");
            browser.open(page.address().toString().replaceAll("#.*", ""));
            browser.until("document.querySelector('h1')?.innerText === 'The address is missing its key'");
            browser.ask("document.getElementById('key').focus()");
            browser.type(page.address().toString());
            browser.press("Enter");
            browser.until(SHOWN);
        }
    }
}

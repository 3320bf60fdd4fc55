package dev.zaelimiter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The page in a real browser when nobody looks, without its key, and when what it shows has gone. */
class PageAloneInABrowserTest extends BrowserTest {

    /** A page that nobody sees reads nothing, and goes on where it was when somebody does. */
    @Test
    void page_hiddenOrPaused_asksNothing_andGoesOn() {
        try (RunningDashboard busy = RunningDashboard.showing(builder -> builder.every(Duration.ofMillis(500)))) {
            busy.admin.limits().setSystemDefaults(Limit.perMinute("rpm", 60));
            browser.size(DESKTOP, HEIGHT);
            browser.open("about:blank");
            browser.open(busy.dashboard.address().toString());
            browser.until("document.querySelector('main h1')");
            browser.ask("location.hash = '#/limits/key-1/gpt-4'");
            browser.until("document.querySelector('.limit')");
            String polls =
                    "performance.getEntriesByName(location.origin + '/api/limits').length + performance.getEntries()"
                            + ".filter((each) => each.name.includes('/api/limits?')).length";
            String aWhile = "new Promise((done) => setTimeout(done, 1500))";
            for (String[] kind : new String[][] {
                {"document.getElementById('pause').click()", "Paused"},
                {
                    "Object.defineProperty(document, 'hidden', {get: () => window.away, configurable: true});"
                            + " window.away = !window.away; document.dispatchEvent(new Event('visibilitychange'))",
                    "Paused while hidden"
                }
            }) {
                browser.ask(kind[0]);
                browser.until("document.getElementById('state').innerText === '" + kind[1] + "'");
                browser.ask("performance.clearResourceTimings()");
                browser.ask(aWhile);
                // One may have been under way.
                assertThat(browser.ask(polls).asInt()).as(kind[1]).isLessThanOrEqualTo(1);
                browser.ask(kind[0]);
                browser.until("document.getElementById('state').innerText === 'Live'");
                browser.until("(" + polls + ") > 2");
            }
            browser.open("about:blank");
        }
    }

    /** A tab that was open when the dashboard was started anew asks for the new key, and does not ask on and on. */
    @Test
    void page_ofAnEarlierStart_asksForTheKey() {
        browser.size(DESKTOP, HEIGHT);
        go("limits/acme-search/gpt-4");
        int port = world.dashboard.port();
        world.dashboard.close();
        try (Dashboard anew = Dashboard.of(world.repository)
                .port(port)
                .every(Duration.ofMillis(500))
                .start()) {
            browser.ask("dispatchEvent(new Event('hashchange'))");
            browser.until("document.getElementById('key')");
            browser.ask("location.hash = '" + anew.address().toString().replaceFirst(".*#", "#") + "'");
            browser.until("document.querySelector('.limit, main section h2')");
            browser.open("about:blank");
        }
    }

    @Test
    void page_withoutItsKey_asksForIt_andShowsNothing() {
        browser.size(PHONE, HEIGHT);
        browser.open("about:blank");
        browser.open("http://127.0.0.1:" + world.dashboard.port() + "/");
        browser.until("document.getElementById('key')");
        assertThat(browser.ask("document.body.innerText").asText()).doesNotContain("gpt-4", "namespace default");
        browser.ask("document.getElementById('key').focus()");
        browser.type(world.dashboard.address().toString());
        browser.press("Enter");
        browser.until("document.body.innerText.includes('gpt-4')");
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("401"));
    }

    @Test
    void page_storeThatIsAway_keepsWhatItShowed_andSaysSo() {
        world.take("acme-search", "gpt-4", "rpm", 3);
        browser.size(DESKTOP, HEIGHT);
        go("entity/acme-search");
        browser.until("document.querySelector('.buckets')");
        world.store.down();
        world.pass(EVERY_SECONDS);
        browser.until("document.getElementById('state').innerText === 'No answer'");
        assertThat(browser.ask("document.querySelector('.buckets').innerText").asText())
                .contains("37");
        assertThat(browser.ask("document.querySelector('.problem').innerText").asText())
                .contains("failed");
        world.store.up();
        world.pass(EVERY_SECONDS);
        browser.until("document.getElementById('state').innerText === 'Live'");
    }

    @Test
    void page_dashboardEnds_saysSo() {
        browser.size(DESKTOP, HEIGHT);
        go("");
        world.dashboard.close();
        browser.ask("dispatchEvent(new Event('hashchange'))");
        browser.until("document.getElementById('state').innerText === 'No connection'");
    }
}

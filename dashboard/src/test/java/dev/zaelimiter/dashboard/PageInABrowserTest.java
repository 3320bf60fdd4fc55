package dev.zaelimiter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.NameEncoding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** The page in a real browser: how it looks, how it is used. */
class PageInABrowserTest extends BrowserTest {

    @Test
    void pages_lightAndDark_phoneAndDesktop_areDrawn() throws Exception {
        Traffic.drive(world, EVERY_SECONDS);
        show("overview", "");
        show("entity", "entity/acme-search");
        show("limits", "limits/acme-search/gpt-4");
        show("resource", "resource/gpt-4");
        browser.dark(false);
        browser.size(1120, 800);
        go("limits/acme-search/gpt-4");
        Files.write(PICTURES.resolve("of-the-guide.png"), browser.view());
        assertThat(browser.complaints()).isEmpty();
    }

    private void show(String name, String route) throws Exception {
        for (boolean dark : new boolean[] {false, true}) {
            for (int width : new int[] {PHONE, DESKTOP}) {
                browser.dark(dark);
                browser.size(width, HEIGHT);
                go(route);
                assertThat(browser.ask("document.documentElement.scrollWidth").asInt())
                        .as("nothing is wider than the window: " + name)
                        .isLessThanOrEqualTo(width);
                assertThat(browser.ask(PageChecks.UNREADABLE).toString())
                        .as("contrast of " + name)
                        .isEqualTo("[]");
                assertThat(browser.ask(PageChecks.UNNAMED).toString())
                        .as("names of what can be used: " + name)
                        .isEqualTo("[]");
                byte[] picture = browser.picture();
                Files.write(
                        PICTURES.resolve(
                                name + (width == PHONE ? "-phone" : "-desktop") + (dark ? "-dark" : "-light") + ".png"),
                        picture);
                assertThat(brightness(picture)).matches(bright -> dark ? bright < 0x40 : bright > 0xc0);
            }
        }
    }

    private static int brightness(byte[] picture) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(picture)).getRGB(1, HEIGHT / 2) & 0xff;
    }

    /** The checks of contrast and names find what they are for. */
    @Test
    void checks_onAPageThatFailsThem_find() {
        browser.size(DESKTOP, HEIGHT);
        go("");
        browser.ask("[...document.querySelectorAll('main h2')].find((each) => each.innerText === 'Resources')"
                + ".style.color = 'silver'");
        browser.ask("document.getElementById('pause').textContent = ''");
        assertThat(browser.ask(PageChecks.UNREADABLE).toString()).contains("Resources");
        assertThat(browser.ask(PageChecks.UNNAMED).toString()).contains("pause");
    }

    @Test
    void search_byKeyboard_findsAnEntity_andLeavesTheFocusInTheView() {
        world.take("user-1", "gpt-4", "rpm", 1);
        world.take("user-2", "gpt-4", "rpm", 1);
        browser.size(DESKTOP, HEIGHT);
        go("");
        browser.ask("document.getElementById('query').focus()");
        browser.type("user-");
        browser.until("document.querySelectorAll('#found [role=option]').length >= 2");
        browser.press("ArrowDown");
        browser.press("ArrowDown");
        assertThat(browser.ask("document.getElementById(document.getElementById('query')"
                                + ".getAttribute('aria-activedescendant')).innerText")
                        .asText())
                .contains("user-2");
        browser.press("Enter");
        browser.until(READ + " && document.querySelector('h1').innerText === 'user-2'");

        assertThat(browser.ask("document.activeElement.id").asText()).isEqualTo("main");
        assertThat(browser.ask("document.title").asText()).startsWith("user-2");
        assertThat(browser.complaints()).isEmpty();
    }

    /**
     * A name that was encoded is shown as its text, and its text alone: it runs nothing. One that turns the line around
     * is shown by its name.
     */
    @Test
    void entity_hostileName_isShownAsText() {
        String text = "<img src=x onerror=document.title='had'>";
        String entity = NameEncoding.ENTITY.encode(text);
        world.take(entity, "gpt-4", "rpm", 10);
        String turning = NameEncoding.ENTITY.encode("\u202eevil");
        world.take(turning, "gpt-4", "rpm", 1);
        browser.size(PHONE, HEIGHT);
        go("resource/gpt-4");
        browser.until("document.querySelector('main table a')");
        assertThat(browser.ask("document.querySelector('main tbody a').innerText")
                        .asText())
                .isEqualTo(text);
        assertThat(browser.ask("document.querySelector('main').innerText").asText())
                .contains(turning)
                .doesNotContain("\u202e");
        browser.ask("document.querySelector('main tbody a').click()");
        browser.until(READ + " && document.querySelector('.limit')");

        assertThat(browser.ask("document.querySelector('h1').innerText").asText())
                .contains("<img src=x", "on gpt-4");
        assertThat(browser.ask("document.querySelectorAll('main img').length").asInt())
                .isZero();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void limits_changedInTheDialog_areAskedForOnce_andStored() throws Exception {
        browser.size(DESKTOP, HEIGHT);
        browser.dark(false);
        go("resource/gpt-4");
        browser.until("document.querySelector('.levels button')");
        browser.ask("document.querySelector('.levels button').focus()");
        browser.press("Enter");
        browser.until("document.querySelector('dialog[open] .limit-row')");
        browser.ask("document.querySelectorAll('dialog .limit-row input')[1].select()");
        browser.type("250");
        Files.write(PICTURES.resolve("change-desktop-light.png"), browser.picture());
        assertThat(browser.ask(PageChecks.UNNAMED).toString()).isEqualTo("[]");
        browser.press("Enter");
        browser.until("document.querySelector('dialog').innerText.includes('Set the limits of resource gpt-4?')");
        assertThat(world.repository.limits().getResourceDefaults("gpt-4")).contains(Limit.perMinute("rpm", 300));
        Files.write(PICTURES.resolve("confirm-desktop-light.png"), browser.picture());
        browser.ask("document.querySelector('dialog button[type=submit]').focus()");
        browser.press("Enter");
        browser.until("!document.querySelector('dialog').open");

        assertThat(world.repository.limits().getResourceDefaults("gpt-4")).contains(Limit.perMinute("rpm", 250));
        browser.until("document.querySelector('.levels').innerText.includes('250 a minute')");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void limits_changedBySomebodyElseMeanwhile_areNotOverwritten() {
        browser.size(PHONE, HEIGHT);
        go("resource/gpt-4");
        browser.until("document.querySelector('.levels button')");
        browser.ask("document.querySelector('.levels button').click()");
        browser.until("document.querySelector('dialog[open] .limit-row')");
        world.admin.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 7));
        browser.ask("document.querySelector('dialog form').requestSubmit()");
        browser.until("document.querySelector('dialog').innerText.includes('Then')");
        browser.ask("document.querySelector('dialog form').requestSubmit()");
        browser.until("document.querySelector('dialog .problem').innerText.includes('changed by somebody else')");

        assertThat(world.repository.limits().getResourceDefaults("gpt-4")).containsExactly(Limit.perMinute("rpm", 7));
        browser.press("Escape");
        browser.until("!document.querySelector('dialog').open");
    }

    @Test
    void chart_byKeyboard_tellsEachValue_andAsATable() {
        Traffic.drive(world, EVERY_SECONDS);
        browser.size(DESKTOP, HEIGHT);
        go("limits/acme-search/gpt-4");
        browser.until("document.querySelector('.plot svg path.curve')");
        browser.ask("document.querySelector('.plot').focus()");
        browser.press("ArrowLeft");
        String last =
                browser.ask("document.querySelector('.plot .tip').innerText").asText();
        browser.press("ArrowLeft");
        assertThat(browser.ask("document.querySelector('.plot .tip').innerText").asText())
                .isNotEqualTo(last);
        browser.until("document.getElementById('said').innerText.length > 0");
        browser.ask("document.querySelector('figure details summary').click()");
        browser.until("document.querySelectorAll('figure details[open] tbody tr').length > 20");
        assertThat(browser.complaints()).isEmpty();
    }
}

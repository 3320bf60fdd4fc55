package dev.zaelimiter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What a screen reader is given of the page: not the elements, but the browser's own tree of roles and names, which it
 * makes of them.
 */
class ScreenReaderTest extends BrowserTest {

    private static final Set<String> MUST_HAVE_NAMES = Set.of(
            "button",
            "link",
            "textbox",
            "searchbox",
            "combobox",
            "listbox",
            "checkbox",
            "image",
            "img",
            "meter",
            "region",
            "table",
            "dialog",
            "figure",
            "tab",
            "slider");

    /** A node of the tree that is told. */
    private record Told(String role, String name, String level) {}

    private static List<Told> told() {
        List<Told> all = new ArrayList<>();
        browser.call("Accessibility.enable");
        for (JsonNode node : browser.call("Accessibility.getFullAXTree").get("nodes")) {
            if (!node.path("ignored").asBoolean()) {
                all.add(new Told(
                        node.path("role").path("value").asText(),
                        node.path("name").path("value").asText(),
                        level(node)));
            }
        }
        return all;
    }

    private static String level(JsonNode node) {
        for (JsonNode property : node.path("properties")) {
            if (property.path("name").asText().equals("level")) {
                return property.path("value").path("value").asText();
            }
        }
        return "";
    }

    private static long count(List<Told> all, String role) {
        return all.stream().filter(each -> each.role.equals(role)).count();
    }

    @Test
    void pages_asAScreenReaderIsGivenThem_haveLandmarksHeadingsAndNames() {
        Traffic.drive(world, EVERY_SECONDS);
        browser.size(DESKTOP, HEIGHT);
        for (String route : List.of("", "entity/acme-search", "limits/acme-search/gpt-4", "resource/gpt-4")) {
            go(route);
            List<Told> all = told();
            assertThat(count(all, "main")).as("main of %s", route).isEqualTo(1);
            assertThat(count(all, "banner")).as("banner of %s", route).isEqualTo(1);
            assertThat(count(all, "search")).as("search of %s", route).isEqualTo(1);
            assertThat(count(all, "status"))
                    .as("what changes is told, of %s", route)
                    .isGreaterThanOrEqualTo(1);
            assertThat(all.stream()
                            .filter(each -> each.role.equals("RootWebArea"))
                            .toList())
                    .as("the title of %s", route)
                    .allSatisfy(each -> assertThat(each.name).isNotBlank());
            assertHeadings(route, all);
            assertThat(all.stream()
                            .filter(each -> MUST_HAVE_NAMES.contains(each.role) && each.name.isBlank())
                            .toList())
                    .as("what has no name in %s", route)
                    .isEmpty();
        }
    }

    /** One of the first level, and none that is two levels below the one before. */
    private static void assertHeadings(String route, List<Told> all) {
        List<Told> headings =
                all.stream().filter(each -> each.role.equals("heading")).toList();
        assertThat(headings)
                .as("headings of %s", route)
                .allSatisfy(each -> assertThat(each.name).isNotBlank());
        assertThat(headings.stream().filter(each -> each.level.equals("1")).count())
                .as("%s: %s", route, headings)
                .isEqualTo(1);
        int before = 0;
        for (Told each : headings) {
            int level = Integer.parseInt(each.level);
            assertThat(level).as("%s: %s", route, headings).isLessThanOrEqualTo(before + 1);
            before = level;
        }
    }
}

package dev.zaelimiter.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * The page, the charts and the README say what was kept, and nothing else; {@code bin/compare --page} makes them anew.
 */
class ComparisonPageTest {

    private static final Path DOCS = Path.of("..", "docs");
    private static final String STALE = "is stale: run bin/compare --page";
    private static final Pattern QUANTITY = Pattern.compile("\\d[\\d,.]*");

    private static Map<String, Object> kept() throws IOException {
        return Json.read(Files.readString(DOCS.resolve(Site.FIGURES)));
    }

    @Test
    void pageAndCharts_areMadeOfWhatWasKept() throws IOException {
        Map<String, String> files = Site.files(kept());
        assertThat(files).containsKeys(Site.PAGE, "comparison/throughput.svg", "comparison/over-admission.svg");
        for (Map.Entry<String, String> file : files.entrySet()) {
            assertThat(Files.readString(DOCS.resolve(file.getKey())))
                    .as(file.getKey() + " " + STALE)
                    .isEqualTo(file.getValue());
        }
        try (var there = Files.list(DOCS.resolve(Site.CHARTS))) {
            assertThat(there.map(each -> Site.CHARTS + "/" + each.getFileName()))
                    .as("charts that nobody makes")
                    .isSubsetOf(files.keySet());
        }
    }

    @Test
    void readme_quotesTheFiguresOfTheKeptRun() throws IOException {
        String readme = Files.readString(DOCS.resolveSibling("README.md"));
        assertThat(readme).as("README.md " + STALE).isEqualTo(new ReadmeFigures(new Kept(kept())).in(readme));
        int begin = readme.indexOf("<!-- figures of docs/comparison.json");
        assertThat(begin).isPositive();
        Matcher figures = QUANTITY.matcher(readme.substring(begin, readme.indexOf("<!-- end of figures")));
        assertThat(figures.results().count()).as("figures in the README").isGreaterThan(15);
    }

    /** What is kept is one run of everything: parts of several runs compare machines. */
    @Test
    void keptRun_isWhole() throws IOException {
        Kept kept = new Kept(kept());
        assertThat(kept.text("run", "quick")).isEqualTo("false");
        assertThat(kept.text("run", "parts")).isEqualTo(String.join(",", Compare.PARTS));
        if (!PageHead.wasBusy(kept)) {
            assertThat(kept.number("run", "minutes").orElseThrow()).isLessThan(20);
        }
        for (String part : Compare.PARTS) {
            assertThat(kept.has(part)).as(part).isTrue();
        }
    }

    @Test
    void ratios_areThoseOfTheBenchmarks() throws IOException {
        assertThat(new Kept(kept()).map("ratios"))
                .containsKeys("p50_ratio", "hot32_async_ratio", "entities200_vs_bare", "over_admitted")
                .containsKeys("warm_wcu", "cold_round_trips", "peer_warm_wcu_original_table");
    }

    @Test
    void charts_areWellFormed_andNothingLeavesThem() throws Exception {
        for (Map.Entry<String, String> file : Site.files(kept()).entrySet()) {
            if (file.getKey().endsWith(".svg")) {
                Document svg = DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(file.getValue())));
                double height = Double.parseDouble(svg.getDocumentElement().getAttribute("height"));
                for (String element : List.of("text", "rect", "circle")) {
                    NodeList all = svg.getElementsByTagName(element);
                    for (int i = 0; i < all.getLength(); i++) {
                        inside(file.getKey(), all.item(i).getAttributes(), element, height);
                    }
                }
                assertThat(file.getValue())
                        .contains("prefers-color-scheme:dark")
                        .contains("aria-label");
            }
        }
    }

    private static void inside(String file, org.w3c.dom.NamedNodeMap attributes, String element, double height) {
        String x = element.equals("circle") ? "cx" : "x";
        String y = element.equals("circle") ? "cy" : "y";
        if (attributes.getNamedItem(x) != null) {
            assertThat(number(attributes, x)).as(file + " " + element).isBetween(0.0, (double) Svg.WIDTH);
            assertThat(number(attributes, y)).as(file + " " + element).isBetween(0.0, height);
        }
        if (attributes.getNamedItem("width") != null && attributes.getNamedItem(x) != null) {
            assertThat(number(attributes, x) + number(attributes, "width"))
                    .as(file)
                    .isLessThanOrEqualTo(Svg.WIDTH);
        }
    }

    private static double number(org.w3c.dom.NamedNodeMap attributes, String name) {
        return Double.parseDouble(
                Objects.requireNonNull(attributes.getNamedItem(name)).getNodeValue());
    }
}

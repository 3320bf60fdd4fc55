package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

@Tag("same-on-every-jdk")
class PageRendererTest {

    @TempDir
    private Path directory;

    @Test
    void page_azureTrace_hasAllParts() throws Exception {
        String page = page(
                ReplayFiles.AZURE.toString(),
                "--limit",
                "rpm=120/min",
                "--limit",
                "tpm=200000/min",
                "--compare",
                "rpm=240/min",
                "--suggest");

        assertThat(headings(parsed(page)))
                .containsExactly(
                        "Suggested limits",
                        "Policies side by side",
                        "Traffic",
                        "Balance against capacity",
                        "Limits",
                        "Waits",
                        "How the rows were read",
                        "What the words mean");
        assertThat(page).contains("4,773", "4,046", "284 ms");
    }

    @Test
    void page_manyEntities_hasTheTopOnes() throws Exception {
        StringBuilder rows = new StringBuilder("time,user\n");
        for (int i = 0; i < 100; i++) {
            rows.append("0,user-").append(i % 7).append('\n');
        }
        Document page = parsed(page(ReplayFiles.write(directory, rows.toString()), "--limit", "rps=3/s"));

        assertThat(headings(page)).contains("Top entities");
        assertThat(texts(page, "caption")).contains("Most rows", "Most refused rows");
    }

    /** What came from outside stands there as text, and cannot become markup. */
    @Test
    void page_namesFromOutside_areEscaped() throws Exception {
        String evil = "time,<b>\"&'</b>\n0,1\n1,x<script>alert(1)</script>\n2,3\n";
        String page = page(ReplayFiles.write(directory, evil), "--limit", "out=9/s", "--take", "out=<b>\"&'</b>");

        assertThat(page).doesNotContain("<script", "<b>").contains("&lt;script&gt;", "&lt;b&gt;");
        parsed(page);
    }

    @Test
    void page_anything_standsAlone() {
        String page = page(ReplayFiles.AZURE.toString(), "--limit", "rpm=120/min");

        assertThat(page).doesNotContainPattern("(?i)https?:|src=|url\\(|@import|<script|<link rel=\"style|javascript:");
    }

    /** Each picture has a title and a description, each table header says what it heads. */
    @Test
    void page_pictures_haveTitlesAndTables() throws Exception {
        Document page = parsed(page(ReplayFiles.AZURE.toString(), "--limit", "rpm=120/min"));

        List<String> ids = new ArrayList<>();
        NodeList all = page.getElementsByTagName("*");
        for (int i = 0; i < all.getLength(); i++) {
            ids.add(((Element) all.item(i)).getAttribute("id"));
        }
        NodeList pictures = page.getElementsByTagName("svg");
        int charts = 0;
        for (int i = 0; i < pictures.getLength(); i++) {
            Element picture = (Element) pictures.item(i);
            boolean hidden = picture.getAttribute("aria-hidden").equals("true")
                    || ((Element) picture.getParentNode())
                            .getAttribute("aria-hidden")
                            .equals("true");
            if (!hidden) {
                charts++;
                assertThat(picture.getAttribute("role")).isEqualTo("img");
                assertThat(ids).contains(picture.getAttribute("aria-labelledby").split(" "));
            }
        }
        assertThat(charts).isEqualTo(2);
        assertThat(page.getElementsByTagName("details").getLength()).isEqualTo(charts);
        NodeList headers = page.getElementsByTagName("th");
        for (int i = 0; i < headers.getLength(); i++) {
            assertThat(((Element) headers.item(i)).getAttribute("scope")).isIn("row", "col");
        }
    }

    @Test
    void page_nothingRefused_hasNoWaits() throws Exception {
        assertThat(headings(parsed(page(ReplayFiles.AZURE.toString(), "--limit", "rpm=99999/min"))))
                .doesNotContain("Waits");
    }

    /** WCAG 2 asks for 4.5 to 1 for text, and 3 to 1 for what else has to be seen. */
    @ParameterizedTest
    @CsvSource({
        "ink, card, 7",
        "ink, page, 7",
        "ink, shade, 7",
        "soft, card, 4.5",
        "soft, page, 4.5",
        "admitted, card, 4.5",
        "refused, card, 4.5",
        "line-0, card, 3",
        "line-1, card, 3",
        "line-2, card, 3",
        "line-3, card, 3"
    })
    void style_colours_haveContrast(String front, String back, double ratio) throws IOException {
        String css = Files.readString(Path.of("src/main/resources/dev/zaelimiter/cli/replay/page.css"));
        int dark = css.indexOf("prefers-color-scheme: dark");

        assertThat(contrast(css.substring(0, dark), front, back)).as("light").isGreaterThanOrEqualTo(ratio);
        assertThat(contrast(css.substring(dark), front, back)).as("dark").isGreaterThanOrEqualTo(ratio);
    }

    private String page(String trace, String... options) {
        Path file = directory.resolve("page.html");
        List<String> command = new ArrayList<>(List.of("replay", trace, "--html", file.toString()));
        command.addAll(List.of(options));
        CommandRun run = CommandRun.of(command.toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The page as XML, which is stricter than HTML about what is left open. */
    private static Document parsed(String page) throws Exception {
        String xml = page.replace("<!DOCTYPE html>", "").replaceAll("<(meta|link)([^>]*)>", "<$1$2/>");
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    private static List<String> headings(Document page) {
        return texts(page, "h2");
    }

    private static List<String> texts(Document page, String tag) {
        List<String> texts = new ArrayList<>();
        NodeList nodes = page.getElementsByTagName(tag);
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent());
        }
        return texts;
    }

    private static double contrast(String css, String front, String back) {
        double a = luminance(css, front);
        double b = luminance(css, back);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(String css, String name) {
        Matcher matcher = Pattern.compile("--" + name + ": #([0-9a-f]{6})").matcher(css);
        assertThat(matcher.find()).as(name).isTrue();
        int rgb = Integer.parseInt(matcher.group(1), 16);
        return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8 & 0xff) + 0.0722 * linear(rgb & 0xff);
    }

    private static double linear(int channel) {
        double share = channel / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }
}

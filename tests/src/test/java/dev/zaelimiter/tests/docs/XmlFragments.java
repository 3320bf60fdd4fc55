package dev.zaelimiter.tests.docs;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Pieces of a pom: well-formed, and of modules and versions that there are. */
final class XmlFragments {

    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>zae-limiter-([^<]+)</artifactId>");
    private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");

    private XmlFragments() {}

    static List<Problem> check(Repository repository, Block block) {
        List<Problem> problems = new ArrayList<>();
        try {
            DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            parser.setErrorHandler(null);
            parser.parse(new InputSource(new StringReader("<x>" + String.join("\n", block.lines()) + "</x>")));
        } catch (SAXException e) {
            problems.add(block.problem(0, "not well-formed: " + e.getMessage()));
        } catch (ParserConfigurationException | IOException e) {
            throw new IllegalStateException(e);
        }
        Matcher ours = VERSION.matcher(repository.read(repository.root().resolve("pom.xml")));
        String current = ours.find() ? ours.group(1) : "";
        for (int i = 0; i < block.lines().size(); i++) {
            Matcher artifact = ARTIFACT.matcher(block.lines().get(i));
            if (artifact.find() && !repository.exists(artifact.group(1) + "/pom.xml")) {
                problems.add(block.problem(i + 1, "there is no module " + artifact.group(1)));
            }
            Matcher version = VERSION.matcher(block.lines().get(i));
            if (version.find() && !version.group(1).equals(current)) {
                problems.add(block.problem(i + 1, "the version is " + current));
            }
        }
        return problems;
    }
}

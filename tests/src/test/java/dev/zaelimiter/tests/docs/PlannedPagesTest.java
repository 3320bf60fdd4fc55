package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is there is not called planned: a page said so of the store on DynamoDB long after it had come. */
@Tag("documents")
class PlannedPagesTest {

    private static final Pattern PLANNED = Pattern.compile("(?i)\\b(is|are|be) planned\\b");
    private static final Pattern PLANNED_MODULES = Pattern.compile("Planned: ([^.]*)\\.");

    private final Repository repository = Repository.here();

    @Test
    void pagesForUsersAndOperators_speakOfWhatIsThere() {
        List<String> found = new ArrayList<>();
        for (MarkdownPage page : repository.pages()) {
            if (page.name().startsWith("docs/user/") || page.name().startsWith("docs/operator/")) {
                page.text().stream()
                        .filter(line -> PLANNED.matcher(line).find())
                        .forEach(line -> found.add(page.name() + ": " + line));
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void modulesThatArePlanned_areNotThere() {
        String architecture = repository.read(repository.root().resolve("docs/contributor/architecture.md"));
        // There may be nothing planned.
        for (Matcher planned = PLANNED_MODULES.matcher(architecture); planned.find(); ) {
            for (String name : planned.group(1).split("`")) {
                if (name.matches("[a-z-]+")) {
                    assertThat(Files.exists(repository.root().resolve(name + "/pom.xml")))
                            .as(name)
                            .isFalse();
                }
            }
        }
    }
}

package dev.zaelimiter.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.zaelimiter.infra.StackTemplate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page's way from CDK makes the stack that the template describes; {@code bin/backends install} installs CDK. */
@Tag("extended")
@Tag("back-end")
class CdkSnippetTest {

    @TempDir
    private Path folder;

    @Test
    void snippet_makesTheWholeTemplate() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "operator", "deployment.md"));
        Files.writeString(folder.resolve("app.js"), page.replaceAll("(?s).*\n```javascript\n(.*?)\n```\n.*", "$1"));
        Files.writeString(folder.resolve("template.yaml"), StackTemplate.text());
        Files.createSymbolicLink(folder.resolve("node_modules"), Cloud.home().resolve("cdk/node_modules"));

        Cloud.Ran ran = Cloud.program(folder, "bash", "-c", "CDK_OUTDIR=out node app.js");

        assertThat(ran.exitCode()).as(ran.out()).isZero();
        JsonNode made = new ObjectMapper()
                .readTree(folder.resolve("out/Limits.template.json").toFile());
        TreeSet<String> resources = new TreeSet<>();
        made.path("Resources").fieldNames().forEachRemaining(resources::add);
        assertThat(resources).isEqualTo(new TreeSet<>(TemplateNames.resources()));
        assertThat(made.at("/Resources/NamespaceAcquirePolicy/Properties/PolicyDocument")
                        .toString())
                .contains("${aws:PrincipalTag/zael_namespace_id}/BUCKET#*");
        assertThat(made.at("/Resources/AggregatorFunction/Properties/Code/S3Key")
                        .asText())
                .isEqualTo("aggregator/0123abcd.jar");
    }
}

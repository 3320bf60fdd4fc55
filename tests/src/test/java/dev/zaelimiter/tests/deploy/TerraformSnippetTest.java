package dev.zaelimiter.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page's way from Terraform names what the template has, and Terraform itself, where it is installed, can read it.
 */
class TerraformSnippetTest {

    @TempDir
    private Path folder;

    private static String snippet() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "operator", "deployment.md"));
        return page.replaceAll("(?s).*\n### Terraform\n.*?\n```json\n(.*?)\n```\n.*", "$1");
    }

    @Test
    void snippet_namesParametersAndOutputsOfTheTemplate() throws Exception {
        JsonNode stack = new ObjectMapper().readTree(snippet()).at("/resource/aws_cloudformation_stack/limits");
        TreeSet<String> parameters = new TreeSet<>();
        stack.path("parameters").fieldNames().forEachRemaining(parameters::add);
        assertThat(parameters).isNotEmpty();
        assertThat(MadeStack.of().section("Parameters").keySet()).containsAll(parameters);
        assertThat(snippet()).contains("outputs[\\\"AcquirePolicyArn\\\"]");
        assertThat(MadeStack.whole().outputs()).containsKey("AcquirePolicyArn");
    }

    /** Its provider for AWS is not there, so it says no more than that it needs it. */
    @Test
    @Tag("extended")
    void snippet_isReadByTerraform() throws Exception {
        boolean installed = Arrays.stream(
                        System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "terraform")));
        assumeTrue(installed, "Terraform is not installed");
        Files.writeString(folder.resolve("main.tf.json"), snippet());

        Cloud.Ran ran = Cloud.program(folder, "terraform", "providers", "-no-color");

        assertThat(ran.exitCode()).as(ran.out()).isZero();
        assertThat(ran.out()).contains("hashicorp/aws");
        Files.writeString(folder.resolve("main.tf.json"), snippet().replace("\"resource\"", "\"resourse\""));
        assertThat(Cloud.program(folder, "terraform", "providers", "-no-color").exitCode())
                .isNotZero();
    }
}

package dev.zaelimiter.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.infra.LoadTestTemplate;
import dev.zaelimiter.infra.StackTemplate;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What AWS's own linter says of the template; {@code bin/backends install} installs it. */
@Tag("extended")
@Tag("back-end")
class TemplateLintTest {

    @TempDir
    private Path folder;

    /** Both in one call: to start the linter takes longer than to look at a template. */
    @Test
    void templates_ofATableAndOfALoadTest_areCleanInEveryRegionThatPeopleUse() throws Exception {
        Path table = Files.writeString(folder.resolve("table.yaml"), StackTemplate.text());
        Path loadTest = Files.writeString(folder.resolve("loadtest.yaml"), LoadTestTemplate.text());
        Cloud.Ran ran = Cloud.program(
                folder,
                Cloud.installed("cfn-lint", "cfn-lint").toString(),
                "--regions",
                "us-east-1",
                "eu-west-1",
                "eu-central-1",
                "ap-northeast-1",
                "--include-checks",
                "W",
                "--",
                table.toString(),
                loadTest.toString());
        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.out()).isBlank();
    }

    @Test
    void templateOfAnImport_isCleanButForWhatDeployUses() throws Exception {
        Path template = Files.writeString(folder.resolve("import.yaml"), StackTemplate.ofTable());
        Cloud.Ran ran = Cloud.program(
                folder,
                Cloud.installed("cfn-lint", "cfn-lint").toString(),
                "--include-checks",
                "W",
                "--ignore-checks",
                "W2001",
                "W8001",
                "--",
                template.toString());
        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
    }

    /** So that an empty answer means something. */
    @Test
    void mistake_isFound() throws Exception {
        Path template = Files.writeString(
                folder.resolve("template.yaml"), StackTemplate.text().replace("BillingMode: PAY_", "BilingMode: PAY_"));
        Cloud.Ran ran =
                Cloud.program(folder, Cloud.installed("cfn-lint", "cfn-lint").toString(), template.toString());
        assertThat(ran.exitCode()).isNotZero();
        assertThat(ran.out()).contains("BilingMode");
    }
}

package dev.zaelimiter.cli.admin.stack;

import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Version;
import dev.zaelimiter.infra.StackTemplate;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code zae-limiter cfn-template}. */
@Command(
        name = "cfn-template",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        header = "Print the template of CloudFormation that deploy uses, to deploy it another way.",
        description = "It is the same for everybody; its parameters are what can be chosen.%n",
        footer = {"", "Example:", "  zae-limiter cfn-template > template.yaml"})
public final class CfnTemplateCommand implements Callable<Integer> {

    @Option(
            names = "--import",
            description =
                    "The part of it by which CloudFormation takes over a table that is there already; deploy adds the rest.")
    private boolean imports;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        var out = Objects.requireNonNull(spec, "spec").commandLine().getOut();
        out.print(imports ? StackTemplate.ofTable() : StackTemplate.text());
        out.flush();
        return ExitCodes.OK;
    }
}

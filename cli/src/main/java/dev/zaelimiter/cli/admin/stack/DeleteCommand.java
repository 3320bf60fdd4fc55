package dev.zaelimiter.cli.admin.stack;

import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.Consent;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.AwsWay;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code zae-limiter delete}. */
@Command(
        name = "delete",
        header = "Delete a stack on AWS with its table and all data.",
        description =
                "What is protected stays, and so does the bucket with archived changes. Run again after it was cut off,"
                        + " it goes on where it stopped.%n")
@Manual(
        examples = {"delete -n my-app --region eu-west-1 --yes", "delete -n my-app --yes --with-archive"},
        keys = {"stack", "archive_bucket"})
public final class DeleteCommand extends StackCommand {

    @Mixin
    private final NameOption named = new NameOption();

    @Mixin
    private final Consent consent = new Consent();

    @Option(
            names = "--with-archive",
            description = "Delete the bucket with archived changes too, with all that is in it.")
    private boolean archiveToo;

    @Mixin
    private final WaitOptions waiting = new WaitOptions();

    @Override
    protected void prepare() {
        String what = "stack " + named.name() + " with its table and all data in it"
                + (archiveToo ? ", and the archive of changes" : "");
        consent.require(prompt(), "Delete " + what + "?", "this deletes " + what);
    }

    @Override
    protected int run(AwsWay way, Output output) {
        String name = named.name();
        Optional<String> left = deployment(name, way, waiting.quiet())
                .timeout(waiting.timeout())
                .delete(archiveToo);
        output.done(
                "Stack " + name + " is deleted."
                        + left.map(bucket -> " Archived changes are left in bucket " + bucket
                                        + ", with all versions of them.")
                                .orElse(""),
                Output.fields("stack", name, "archive_bucket", left.orElse(null)));
        return ExitCodes.OK;
    }
}

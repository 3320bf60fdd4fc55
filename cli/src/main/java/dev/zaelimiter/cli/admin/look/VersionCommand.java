package dev.zaelimiter.cli.admin.look;

import dev.zaelimiter.admin.StoreVersions;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.Version;
import dev.zaelimiter.cli.admin.AboutNamespaces;
import dev.zaelimiter.cli.admin.SessionCommand;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.Session;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code zae-limiter version}. */
@Command(name = "version", header = "Show the version of this program and, if a store is named, those of the store.")
@Manual(
        examples = {"version", "version -n my-app"},
        keys = {
            "client_version",
            "java_version",
            "schema_version",
            "client_min_version",
            "lambda_version",
            "own_schema_version",
            "understood_version",
            "updated_at",
            "updated_by"
        })
public final class VersionCommand extends SessionCommand implements AboutNamespaces {

    @Override
    protected boolean worksWithoutStore() {
        return true;
    }

    @Override
    protected int runWithoutStore(Output output) {
        return show(output, null);
    }

    @Override
    protected int run(Session session, Output output) {
        return show(output, session.admin().versions().orElse(null));
    }

    private static int show(Output output, @Nullable StoreVersions store) {
        Optional<StoreVersions> versions = Optional.ofNullable(store);
        output.object(Output.fields(
                "client_version",
                Version.own(),
                "java_version",
                Runtime.version().toString(),
                "schema_version",
                versions.flatMap(StoreVersions::schema).orElse(null),
                "client_min_version",
                versions.flatMap(StoreVersions::leastClient).orElse(null),
                "lambda_version",
                versions.flatMap(StoreVersions::aggregator).orElse(null),
                "own_schema_version",
                StoreVersions.OWN_SCHEMA,
                "understood_version",
                StoreVersions.UNDERSTOOD,
                "updated_at",
                versions.flatMap(StoreVersions::updatedAt).orElse(null),
                "updated_by",
                versions.flatMap(StoreVersions::updatedBy).orElse(null)));
        return ExitCodes.OK;
    }
}

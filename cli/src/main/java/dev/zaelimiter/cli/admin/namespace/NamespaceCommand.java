package dev.zaelimiter.cli.admin.namespace;

import dev.zaelimiter.cli.admin.Group;
import picocli.CommandLine.Command;

/** {@code zae-limiter namespace}. */
@Command(
        name = "namespace",
        header = "Namespaces: tenants of one store that know nothing of each other.",
        subcommands = {
            InUse.Register.class,
            InUse.ListNames.class,
            InUse.Show.class,
            InUse.Delete.class,
            OutOfUse.Recover.class,
            OutOfUse.Orphans.class,
            OutOfUse.Purge.class
        })
public final class NamespaceCommand extends Group {}

package dev.zaelimiter.cli.admin.store;

import dev.zaelimiter.InvalidInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The way to AWS: which region, which service, whose credentials. */
public final class AwsWayOptions {

    @Option(
            names = "--region",
            paramLabel = "REGION",
            order = 102,
            description = "The region (default: that of the environment or profile).")
    private @Nullable String region;

    @Option(
            names = "--endpoint-url",
            paramLabel = "URL",
            order = 103,
            description = "Another service than the region's, for example an emulator on this machine.")
    private @Nullable String endpoint;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            order = 103,
            description = "Whose credentials to use: a profile of the AWS configuration, also one with a role or SSO"
                    + " (default: the value of AWS_PROFILE).")
    private @Nullable String profile;

    /**
     * The way, with the profile taken.
     *
     * @return where calls go, and whose they are
     */
    public AwsWay way() {
        AwsWay way = AwsWay.of(region, endpoint, profile);
        way.useProfile();
        return way;
    }

    /** The way to a table, not yet gone. */
    TableSource to(String table) {
        return new TableSource(table, region, endpoint, profile);
    }

    /** See {@link TableOptions#refuseBeside}. */
    void refuseBeside(String what) {
        refuse("--region", region, what);
        refuse("--endpoint-url", endpoint, what);
        refuse("--profile", profile, what);
    }

    static void refuse(String option, @Nullable String value, String what) {
        if (value != null) {
            throw new InvalidInputException(option, value, "a table, or " + what + ", not both");
        }
    }
}

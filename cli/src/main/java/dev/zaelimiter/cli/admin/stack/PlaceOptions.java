package dev.zaelimiter.cli.admin.stack;

import dev.zaelimiter.cli.admin.store.AwsWay;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which region and account, and the way there. */
final class PlaceOptions {

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
            description = "Another service than AWS, for example an emulator on this machine.")
    private @Nullable String endpoint;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            order = 103,
            description = "Whose credentials to use: a profile of the AWS configuration, also one with a role or SSO"
                    + " (default: the value of AWS_PROFILE).")
    private @Nullable String profile;

    /** The way, with the profile taken. */
    AwsWay way() {
        AwsWay way = AwsWay.of(region, endpoint, profile);
        way.useProfile();
        return way;
    }
}

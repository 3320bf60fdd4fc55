package dev.zaelimiter.cli.admin.store;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.cli.BadInputException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.profiles.ProfileFile;

/**
 * The way to AWS that a command line names.
 *
 * @param region its name, or null for that of the environment or profile
 * @param endpoint another service than the region's, or null
 * @param profile whose credentials to use, or null for those of the environment
 */
public record AwsWay(
        @Nullable String region,
        @Nullable URI endpoint,
        @Nullable String profile) {

    private static final Pattern REGION = Pattern.compile("[a-z]{2,}(-[a-z0-9]+)+");

    /**
     * Reads it.
     *
     * @param region as typed
     * @param endpoint as typed
     * @param profile as typed
     * @return the way
     * @throws InvalidInputException if something was typed that no service would accept
     */
    public static AwsWay of(@Nullable String region, @Nullable String endpoint, @Nullable String profile) {
        if (region != null && !REGION.matcher(region).matches()) {
            throw new InvalidInputException("--region", region, "a region's name, for example eu-west-1");
        }
        return new AwsWay(region, endpoint == null ? null : address(endpoint), profile);
    }

    /** Where this is, for messages; empty if the environment says it. */
    String where() {
        return (region == null ? "" : " in " + region) + (endpoint == null ? "" : " at " + shown(endpoint));
    }

    /**
     * Takes the profile, before anything is asked: the SDK would try every other way to credentials first, and name
     * none of them.
     *
     * @throws BadInputException if there is none of this name
     */
    public void useProfile() {
        String named = profile == null ? System.getenv("AWS_PROFILE") : profile;
        if (named == null) {
            return;
        }
        if (ProfileFile.defaultProfileFile().profile(named).isEmpty()) {
            throw new BadInputException("there is no profile '" + named
                    + "' in the AWS configuration (~/.aws/config and ~/.aws/credentials, or where AWS_CONFIG_FILE and"
                    + " AWS_SHARED_CREDENTIALS_FILE say): check " + (profile == null ? "AWS_PROFILE" : "--profile"));
        }
        if (profile != null) {
            // This process is one command, and the SDK takes the region of the profile too.
            System.setProperty("aws.profile", profile);
        }
    }

    /** A password that somebody typed into an address is not for messages and logs. */
    private static String shown(URI address) {
        return address.getRawUserInfo() == null
                ? address.toString()
                : address.toString().replace(address.getRawUserInfo() + "@", "");
    }

    private static URI address(String text) {
        try {
            URI address = new URI(text);
            if (("http".equals(address.getScheme()) || "https".equals(address.getScheme()))
                    && address.getHost() != null) {
                if (address.getRawUserInfo() != null) {
                    throw new InvalidInputException(
                            "--endpoint-url",
                            shown(address),
                            "an address without a user and a password: nobody asks for them");
                }
                return address;
            }
        } catch (URISyntaxException e) {
            // Said below, with what is allowed.
        }
        throw new InvalidInputException(
                "--endpoint-url", text, "an address with a scheme and a host, for example http://127.0.0.1:8000");
    }
}

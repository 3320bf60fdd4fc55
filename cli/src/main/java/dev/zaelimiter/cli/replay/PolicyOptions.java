package dev.zaelimiter.cli.replay;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.cli.LimitOption;
import dev.zaelimiter.cli.LimitsOfStores;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which limits are tried. Filled by picocli. */
final class PolicyOptions {

    @Option(
            names = "--limit",
            paramLabel = LimitOption.SYNTAX,
            description =
                    "A limit that each entity has on each resource: AMOUNT tokens come back evenly every PERIOD, and"
                            + " up to BURST of them (default: AMOUNT) can be saved up. PERIOD is s, min, h, d, or a"
                            + " number of these, as 90s. May be given up to 20 times.")
    List<String> limits = new ArrayList<>();

    @Option(
            names = "--limits",
            paramLabel = "FILE",
            description = "Limits in YAML in place of --limit, also for single resources and entities; - is standard"
                    + " input.")
    @Nullable
    String file;

    @Option(
            names = "--compare",
            paramLabel = "POLICY",
            description =
                    "Another policy to try on the same rows in the same pass: a FILE as for --limits, or limits as"
                            + " for --limit with commas between them. May be given up to 20 times.")
    List<String> compared = new ArrayList<>();

    @Option(
            names = "--from-store",
            paramLabel = "FILE|TABLE",
            description =
                    "Limits that are stored, in place of --limit: in a file of the embedded store, or in a table on"
                            + " DynamoDB. Nothing is written.")
    @Nullable
    String store;

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "The namespace of --from-store and --write-limits. Default: default.")
    String namespace = "default";

    @Option(names = "--region", paramLabel = "REGION", description = "With --from-store: the table's region.")
    @Nullable
    String region;

    @Option(
            names = "--endpoint-url",
            paramLabel = "URL",
            description = "With --from-store: where DynamoDB is, if not at the region's usual address.")
    @Nullable
    String endpoint;

    private static final int MOST = 20;

    /** The namespace that stored limits are of. */
    String namespace() {
        return namespace;
    }

    /**
     * Looks whether standard input is to be read more than once: there would be nothing left.
     *
     * @param rows what is replayed
     * @throws InvalidInputException naming the option that comes too late
     */
    void check(String rows) {
        boolean read = rows.equals(InputFile.STANDARD_INPUT);
        List<String> others = new ArrayList<>(compared);
        if (file != null) {
            others.add(0, file);
        }
        for (String other : others) {
            if (other.equals(InputFile.STANDARD_INPUT)) {
                if (read) {
                    throw new InvalidInputException(
                            compared.contains(other) ? "--compare" : "--limits",
                            other,
                            "a file: standard input is read for something else already");
                }
                read = true;
            }
        }
    }

    /**
     * All policies, the main one first.
     *
     * @param stores reads those of a store
     * @return one or more; or none, if no limit was given at all
     * @throws InvalidInputException naming the option, if a value breaks a rule
     */
    List<Policy> policies(LimitsOfStores stores) {
        List<Policy> policies = new ArrayList<>();
        if (file != null && !limits.isEmpty()) {
            throw new InvalidInputException("--limits", file, "only without --limit");
        }
        if (store != null && (file != null || !limits.isEmpty())) {
            throw new InvalidInputException("--from-store", store, "only without --limit and --limits");
        }
        if (store == null && (region != null || endpoint != null)) {
            String option = region != null ? "--region" : "--endpoint-url";
            throw new InvalidInputException(option, region != null ? region : endpoint, "only with --from-store");
        }
        if (compared.size() > MOST) {
            throw new InvalidInputException("--compare: the number of policies", compared.size(), "at most " + MOST);
        }
        if (store != null && store.isBlank()) {
            throw new InvalidInputException(
                    "--from-store", store, "a file of the embedded store, or the name of a table");
        }
        if (store != null) {
            policies.add(
                    LimitsFile.policy("--from-store " + store, store, stores.read(store, namespace, region, endpoint)));
        } else if (file != null) {
            policies.add(LimitsFile.read("--limits", file));
        } else if (!limits.isEmpty()) {
            policies.add(Policy.ofAll(String.join(", ", limits), LimitOption.parseAll("--limit", limits)));
        }
        for (String policy : compared) {
            policies.add(
                    policy.contains("=")
                            ? Policy.ofAll(
                                    policy.replaceAll("\\s*,\\s*", ", "),
                                    LimitOption.parseAll(
                                            "--compare", List.of(policy.strip().split("\\s*,\\s*"))))
                            : LimitsFile.read("--compare", policy));
        }
        return policies;
    }
}

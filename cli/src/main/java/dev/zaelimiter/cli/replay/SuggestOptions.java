package dev.zaelimiter.cli.replay;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that ask for limits. Filled by picocli. */
final class SuggestOptions {

    @Option(
            names = "--suggest",
            description =
                    "Propose the smallest limits that would have refused few enough, with the names and periods of"
                            + " --limit; without any, requests a minute (rpm), and tokens a minute (tpm) if the file has them.")
    boolean suggest;

    @Option(
            names = "--refuse-at-most",
            paramLabel = "PERCENT",
            defaultValue = "0.1%",
            description = "With --suggest: how many of the rows may be refused. Default: 0.1%%.")
    String atMost = "0.1%";

    /**
     * The share that may be refused.
     *
     * @return 0 to less than 1
     * @throws InvalidInputException if it can't be read, or lies outside
     */
    double share() {
        String number = atMost.endsWith("%") ? atMost.substring(0, atMost.length() - 1) : atMost;
        try {
            double share = new BigDecimal(number.strip()).movePointLeft(2).doubleValue();
            if (share >= 0 && share < 1 && number.length() < 20) {
                return share;
            }
        } catch (NumberFormatException e) {
            throw invalid();
        }
        throw invalid();
    }

    /**
     * The limits whose names and periods proposals get.
     *
     * @param policies those that were given
     */
    List<Limit> models(List<Policy> policies) {
        List<Limit> models = new ArrayList<>();
        if (policies.isEmpty()) {
            models.add(Limit.perMinute("rpm", 1));
            models.add(Limit.perMinute("tpm", 1));
        } else if (policies.get(0).isTheSameForAll()) {
            models.addAll(policies.get(0).limits());
        } else {
            throw new InvalidInputException(
                    "--suggest with --limits",
                    policies.get(0).name(),
                    "limits under 'system' alone: what is proposed" + " holds for all");
        }
        return models;
    }

    private InvalidInputException invalid() {
        return new InvalidInputException("--refuse-at-most", atMost, "0% to less than 100%, as 0.1%");
    }
}

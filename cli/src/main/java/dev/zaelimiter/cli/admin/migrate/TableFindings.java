package dev.zaelimiter.cli.admin.migrate;

import dev.zaelimiter.admin.survey.Finding;
import dev.zaelimiter.admin.survey.Verdict;
import dev.zaelimiter.cli.Text;
import dev.zaelimiter.cli.admin.store.StoreFacts;
import dev.zaelimiter.dynamodb.TableReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What there is to say of a store as a whole. */
final class TableFindings {

    private static final String BY_RESOURCE = "GSI2";
    /** Whose items are read whole; of the others the keys are enough. */
    private static final String CHILDREN = "GSI1";

    /** Opening refuses a table that lacks one of them. */
    private static final List<String> NEEDED = List.of(CHILDREN, BY_RESOURCE, "GSI3", "GSI4");

    private TableFindings() {}

    static List<Finding> of(StoreFacts store) {
        List<Finding> findings = new ArrayList<>();
        findings.add(new Finding(
                "store",
                store.healthy() ? Verdict.SAME : Verdict.FIRST,
                store.items(),
                List.of(),
                store.kind() + " " + store.name() + " is " + store.state()
                        + (store.billing() == null ? "" : ", billed " + store.billing())));
        if (!store.kind().equals("table")) {
            return findings;
        }
        for (String name : NEEDED) {
            Optional<TableReport.Index> found = store.indexes().stream()
                    .filter(index -> index.name().equals(name))
                    .findFirst();
            if (found.isEmpty()) {
                findings.add(missing(name));
            } else if (name.equals(BY_RESOURCE)) {
                findings.add(byResource(found.get()));
            }
        }
        findings.add(timeToLive(store));
        findings.add(stream(store));
        return findings;
    }

    private static Finding missing(String index) {
        return new Finding(
                "index " + index,
                Verdict.FIRST,
                0,
                List.of(),
                "there is none, and opening refuses a table without it. Make it of " + index + "PK and " + index
                        + "SK, both strings, with " + (index.equals(CHILDREN) ? "whole items" : "keys alone"));
    }

    /** Where it holds whole items, each change of a bucket changes it too. */
    private static Finding byResource(TableReport.Index index) {
        String subject = "index " + index.name();
        if (!index.status().equals("ACTIVE")) {
            return new Finding(
                    subject,
                    Verdict.FIRST,
                    index.items(),
                    List.of(),
                    "is " + index.status()
                            + ": wait until it is active. What is told to all buckets of a resource needs it");
        } else if (index.projection().equals("KEYS_ONLY")) {
            return new Finding(
                    subject,
                    Verdict.SAME,
                    index.items(),
                    List.of(),
                    "holds keys alone: a warm acquire costs 1 write unit. 'get_resource_capacity' of the Python system finds"
                            + " nothing in it");
        }
        return new Finding(
                subject,
                Verdict.COSTS,
                index.items(),
                List.of(),
                "holds " + (index.projection().equals("ALL") ? "whole items" : "more than keys") + " ("
                        + Text.count(index.bytes())
                        + " bytes): each write of a bucket writes it too, so a warm acquire costs 2"
                        + " write units instead of 1, by either system. It can be made anew with keys alone");
    }

    private static Finding timeToLive(StoreFacts store) {
        Boolean on = store.timeToLive();
        return new Finding(
                "time to live",
                Boolean.FALSE.equals(on) ? Verdict.COSTS : Verdict.SAME,
                0,
                List.of(),
                on == null
                        ? "may not be asked"
                        : on
                                ? "unused buckets vanish"
                                : "is off, so unused buckets stay and are paid for: any command with --create switches it on, and so does 'open'");
    }

    private static Finding stream(StoreFacts store) {
        return new Finding(
                "stream",
                store.stream() == null ? Verdict.DIFFERS : Verdict.SAME,
                0,
                List.of(),
                store.stream() == null
                        ? "there is none, so an aggregator of ours has nothing to read: switch it on with new and old images"
                        : "tells " + store.stream());
    }
}

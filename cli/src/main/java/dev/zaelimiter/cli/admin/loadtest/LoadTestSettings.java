package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.cli.admin.stack.TagOptions;
import dev.zaelimiter.infra.LoadTestOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What can be chosen of a load test's stack. Without an option it stays as it is. */
final class LoadTestSettings {

    @Option(
            names = "--table",
            paramLabel = "TABLE",
            description = "The table that is loaded, if it has another name than the stack.")
    private @Nullable String table;

    @Option(
            names = "--namespace-id",
            paramLabel = "ID",
            description =
                    "Let workers touch buckets of this namespace alone; 'namespace list' shows the ids, and * is all of them.")
    private @Nullable String namespaceId;

    @Option(
            names = "--vpc",
            paramLabel = "ID",
            description =
                    "A network of your own for the workers, with --subnet. Without one, the stack makes a small network.")
    private @Nullable String vpc;

    @Option(
            names = "--subnet",
            paramLabel = "ID",
            description =
                    "A subnet of that network; may be repeated. It needs a way to DynamoDB, S3, the image and CloudWatch"
                            + " Logs.")
    private List<String> subnets = List.of();

    @Option(
            names = "--image",
            paramLabel = "IMAGE",
            description = "What tasks run in: an image with Java 17 or newer, sh, curl, sed and sha256sum.")
    private @Nullable String image;

    @Option(
            names = "--cpu",
            paramLabel = "UNITS",
            description = "Processor of a task, of which 1024 are one: 256 to 16384. 1024 in a new stack.")
    private @Nullable Integer cpu;

    @Option(names = "--memory", paramLabel = "MB", description = "Memory of a task. 2048 in a new stack.")
    private @Nullable Integer memory;

    @Option(
            names = "--function",
            negatable = true,
            description = "Let workers be calls of a function of Lambda too. Off in a new stack.")
    private @Nullable Boolean function;

    @Option(
            names = "--function-memory",
            paramLabel = "MB",
            description = "Memory of the function: 512 to 10240. 1769, a processor, in a new stack.")
    private @Nullable Integer functionMemory;

    @Option(
            names = "--result-retention-days",
            paramLabel = "DAYS",
            description = "For how long results are kept. 90 in a new stack.")
    private @Nullable Integer resultDays;

    @Option(
            names = "--log-retention-days",
            paramLabel = "DAYS",
            description = "For how long the logs of workers are kept. 14 in a new stack.")
    private @Nullable Integer logDays;

    @Mixin
    private final TagOptions common = new TagOptions();

    LoadTestOptions options() {
        LoadTestOptions.Builder options = LoadTestOptions.builder();
        if (table != null) {
            options.table(table);
        }
        if (namespaceId != null) {
            options.namespaceId(namespaceId);
        }
        network(options);
        if (image != null) {
            options.image(image);
        }
        task(options);
        if (function != null) {
            options.function(function);
        }
        if (functionMemory != null) {
            options.functionMemory(functionMemory);
        }
        if (resultDays != null) {
            options.resultRetentionDays(resultDays);
        }
        if (logDays != null) {
            options.logRetentionDays(logDays);
        }
        common.addTo(options::permissionBoundary, options::tag);
        return options.build();
    }

    private void network(LoadTestOptions.Builder options) {
        if (vpc != null) {
            options.network(vpc, subnets);
        } else if (!subnets.isEmpty()) {
            throw new InvalidInputException("--subnet", subnets, "subnets beside the --vpc that they are of");
        }
    }

    private void task(LoadTestOptions.Builder options) {
        if (cpu != null || memory != null) {
            if (cpu == null || memory == null) {
                throw new InvalidInputException(
                        cpu == null ? "--memory" : "--cpu",
                        cpu == null ? memory : cpu,
                        "--cpu and --memory together: Fargate takes some memory for each size of processor");
            }
            options.task(cpu, memory);
        }
    }
}

package dev.zaelimiter.spring.boot;

import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.embedded.Durability;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.core.io.Resource;

/**
 * Everything that can be set under {@code zae.limiter}. What is not given is as the library has it.
 *
 * @param store where buckets and limits live: in the memory of this process, in a file, or in a table of DynamoDB
 * @param memory the store in memory
 * @param file the store in a file
 * @param dynamodb the store in a table
 * @param namespace the tenant of the store, made if it is new
 * @param existingNamespace whether a namespace that is not there is an error, and not made
 * @param deadline how long an acquire may wait for the store, 1 ms to 365 days
 * @param onUnavailable what to do when the store gives no answer in time: block throws, allow lets through unlimited
 * @param configTtl how long a stored limit is taken as read, 0 to 365 days
 * @param refusalFreshness how old the last image of a bucket may be for a refusal without asking the store, 0 to 365
 *     days
 * @param creditLinger how long tokens that go back wait for another write, 0 to 365 days
 * @param ttlMultiplier after how many times its slowest refill an unused bucket may vanish, 0 (never) to 1000
 * @param maxBuckets how many buckets this process remembers, 1 or more; by default a million, less on a heap under 2
 *     GiB, and 10,000 at most in memory and in a file
 * @param hotBuckets how many of these are ready to be used, 1 to {@code max-buckets}; by default 10,000
 * @param callbacks where futures complete
 * @param principal in whose name changes of limits are recorded, 1 to 512 characters
 * @param auditRetention how long records of changes are kept, 1 day to 36,500 days
 * @param limits the limits that are to be stored
 * @param metrics the meters
 * @param observations the spans
 * @param rateLimited the annotation
 */
@ConfigurationProperties("zae.limiter")
public record ZaeLimiterProperties(
        @DefaultValue("memory") StoreKind store,
        @DefaultValue Memory memory,
        @DefaultValue File file,
        @DefaultValue Dynamodb dynamodb,
        @DefaultValue("default") String namespace,
        @DefaultValue("false") boolean existingNamespace,
        @DefaultValue("1s") Duration deadline,
        @DefaultValue("block") OnUnavailable onUnavailable,
        @DefaultValue("60s") Duration configTtl,
        @DefaultValue("1s") Duration refusalFreshness,
        @DefaultValue("20ms") Duration creditLinger,
        @DefaultValue("7") int ttlMultiplier,
        @Nullable Integer maxBuckets,
        @Nullable Integer hotBuckets,
        @DefaultValue("own-threads") Callbacks callbacks,
        @Nullable String principal,
        @DefaultValue("90d") Duration auditRetention,
        @DefaultValue Limits limits,
        @DefaultValue Metrics metrics,
        @DefaultValue Observations observations,
        @DefaultValue RateLimitedSettings rateLimited) {

    /** Where buckets and limits live. */
    public enum StoreKind {
        /** In the memory of this process: gone when it ends, and known to no other. */
        MEMORY,
        /** In a file, for one process at a time. */
        FILE,
        /** In a table of DynamoDB, for any number of processes. */
        DYNAMODB
    }

    /** Where futures complete. */
    public enum Callbacks {
        /** On a thread of its own each, a virtual one where there are such. */
        OWN_THREADS,
        /** On the thread that brought the answer: fastest, for callbacks that do not block. */
        INLINE,
        /** On the application's task executor. */
        APPLICATION_TASK_EXECUTOR
    }

    /**
     * The store in memory.
     *
     * @param maxItems how many items it holds, 1 or more; by default one for each 4 KiB of the largest heap
     */
    public record Memory(@Nullable Integer maxItems) {}

    /**
     * The store in a file.
     *
     * @param path the file, made if there is none, in a directory that exists
     * @param durability what a write has to survive
     * @param maxItems how many items it holds, 1 or more; by default one for each 4 KiB of the largest heap
     */
    public record File(
            @Nullable Path path,
            @DefaultValue("process-crash") Durability durability,
            @Nullable Integer maxItems) {}

    /**
     * The store in a table.
     *
     * @param table its name
     * @param region its region; by default that of the environment
     * @param endpoint another address than that of the region, for a DynamoDB on this machine
     * @param accessKey with secretKey, credentials; by default those of the environment
     * @param secretKey see accessKey
     * @param create whether to make the table and whatever else is missing; otherwise it must be there
     * @param callTimeout how long one request may take, 1 ms to 1 minute
     * @param maxConcurrency how many requests are under way at the same time, 1 to 10,000
     * @param reportCapacity whether answers tell the capacity that they used, for the meter of write units
     * @param localClock whether refills are stamped by the clock of this machine instead of the table's
     */
    public record Dynamodb(
            @Nullable String table,
            @Nullable String region,
            @Nullable URI endpoint,
            @Nullable String accessKey,
            @Nullable String secretKey,
            @DefaultValue("false") boolean create,
            @Nullable Duration callTimeout,
            @Nullable Integer maxConcurrency,
            @DefaultValue("false") boolean reportCapacity,
            @DefaultValue("false") boolean localClock) {

        @Override
        public String toString() {
            return "table " + table + " in " + region + (endpoint == null ? "" : " at " + endpoint);
        }
    }

    /**
     * The limits that are to be stored, here or in a manifest. Each is AMOUNT/PERIOD, as 100/min, with :BURST after it
     * if the burst is not the amount, or AMOUNT/never for a budget; and "soft" after a space if it never refuses.
     *
     * @param mode whether they are stored at start, or the start fails where they are not
     * @param manifest a manifest in YAML; then no limits are given here
     * @param system limits of everybody on everything, by name
     * @param resources limits of everybody on a resource, by resource and name
     * @param entities limits of an entity, by entity, resource (_default_ for all) and name
     * @param allowDeletions whether limits that were declared before and are not any more are deleted; otherwise the
     *     start fails
     * @param allowLockingOut whether clients of the Python system that are too old for such limits are locked out for
     *     good; otherwise the start fails
     */
    public record Limits(
            @DefaultValue("apply") Mode mode,
            @Nullable Resource manifest,
            @DefaultValue Map<String, String> system,
            @DefaultValue Map<String, Map<String, String>> resources,
            @DefaultValue Map<String, Map<String, Map<String, String>>> entities,
            @DefaultValue("false") boolean allowDeletions,
            @DefaultValue("false") boolean allowLockingOut) {

        /** What is done with them at start. */
        public enum Mode {
            /** What differs is written. */
            APPLY,
            /** Nothing is written; the start fails if anything differs. */
            CHECK
        }

        boolean given() {
            return !system.isEmpty() || !resources.isEmpty() || !entities.isEmpty();
        }

        boolean declared() {
            return manifest != null || given();
        }
    }

    /**
     * The meters, where there is a registry.
     *
     * @param enabled whether there are any
     * @param byResource whether requests are counted by resource as well, which costs about as much as an acquire in
     *     memory
     * @param entities ids of at most 100 entities whose requests are counted by name
     * @param maxResources how many resources are told apart, 1 to 1000
     */
    public record Metrics(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("false") boolean byResource,
            @DefaultValue List<String> entities,
            @DefaultValue("100") int maxResources) {}

    /**
     * Spans of acquires that wait, where there is a registry of observations.
     *
     * @param enabled whether there are any
     * @param withEntity whether they name the entity
     */
    public record Observations(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("false") boolean withEntity) {}

    /**
     * The annotation.
     *
     * @param order of its advice among others; a lower one is further out. Method security is at 100 to 500,
     *     transactions and caches are last
     * @param entityNames what is made of a text that is no legal name of an entity
     * @param onMissingEntity what to do where an expression for the entity yields null, as without a principal
     */
    public record RateLimitedSettings(
            @DefaultValue("1000") int order,

            @Name("entity-names") @DefaultValue("as-they-are")
            EntityNames entityNames,

            @DefaultValue("fail") OnMissingEntity onMissingEntity) {

        /** What is made of texts. */
        public enum EntityNames {
            /** A text that is no legal name is an error. */
            AS_THEY_ARE,
            /**
             * A text that is no legal name is encoded, so that it can be read again; one that is too long gets a
             * digest.
             */
            ENCODED,
            /** Every text becomes a digest, so that no store ever sees it. */
            HASHED
        }

        /** Without an entity. */
        public enum OnMissingEntity {
            /** The call fails. */
            FAIL,
            /** The call goes through, without a limit. */
            ALLOW
        }
    }
}

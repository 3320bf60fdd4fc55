package dev.zaelimiter.infra;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.dynamodb.DynamoDbBuilder;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import dev.zaelimiter.infra.DeploymentException.Reason;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;

/**
 * A stack of one name: a table, its policies, alarms, aggregator and archive in an AWS account. What the command line
 * does with {@code deploy}, {@code status}, {@code list} and {@code delete}, for programs.
 *
 * <pre>{@code
 * StackSummary stack = Deployment.of("my-app")
 *         .region("eu-west-1")
 *         .deploy(StackOptions.builder().alarmTopic(topic).build(), archives -> FunctionCode.of(jar));
 * }</pre>
 *
 * <p>Calls block, for minutes where something is made. Each may be made again after it was cut off, and goes on where
 * it stopped. Not for use by several threads.
 */
public final class Deployment {

    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final Duration USUAL_TIMEOUT = Duration.ofMinutes(30);

    /** A new table, and whoever runs this, may take a moment to be known everywhere. */
    private static final Duration OPENING = Duration.ofSeconds(60);

    private final StackName name;
    private @Nullable String region;
    private @Nullable URI endpoint;
    private @Nullable IdentityProvider<? extends AwsCredentialsIdentity> credentials;
    private @Nullable Duration callTimeout;
    private Environment environment = Environment.system();
    private DeploymentListener listener = DeploymentListener.NONE;
    private Duration timeout = USUAL_TIMEOUT;
    private boolean replaceFailed;

    private Deployment(StackName name) {
        this.name = name;
    }

    /**
     * A stack, which may be there or not.
     *
     * @param name 3 to 55 letters, digits and hyphens, a letter first
     * @return to be told where it is, and what to do
     * @throws InvalidInputException if the name breaks a rule, which is named
     */
    public static Deployment of(String name) {
        return new Deployment(new StackName(name));
    }

    /**
     * Where.
     *
     * @param name a region's name; by default that of the environment or profile
     * @return this
     */
    public Deployment region(String name) {
        this.region = Objects.requireNonNull(name, "name");
        return this;
    }

    /**
     * Another service than AWS itself, which speaks for all of its services.
     *
     * @param address for example {@code http://127.0.0.1:4566}
     * @return this
     */
    public Deployment endpoint(URI address) {
        this.endpoint = Objects.requireNonNull(address, "address");
        return this;
    }

    /**
     * In whose name.
     *
     * @param source of credentials; by default that of the environment. You close it
     * @return this
     */
    public Deployment credentials(IdentityProvider<? extends AwsCredentialsIdentity> source) {
        this.credentials = Objects.requireNonNull(source, "source");
        return this;
    }

    /**
     * Who hears what goes on.
     *
     * @param hearing is called on the thread that deploys or deletes
     * @return this
     */
    public Deployment listener(DeploymentListener hearing) {
        this.listener = Objects.requireNonNull(hearing, "hearing");
        return this;
    }

    /**
     * How long to wait for CloudFormation. When it is over, what was begun goes on without us.
     *
     * @param longest up to 12 hours; by default 30 minutes
     * @return this
     */
    public Deployment timeout(Duration longest) {
        this.timeout = Patience.checked(longest);
        return this;
    }

    /**
     * How long one call to AWS may take, with its repetitions. The upload of the code has ten minutes.
     *
     * @param longest by default two minutes
     * @return this
     */
    public Deployment callTimeout(Duration longest) {
        this.callTimeout = longest;
        return this;
    }

    /**
     * Whether a stack whose creation failed and was undone is deleted, so that its name is free. Nobody has ever used
     * it.
     *
     * @param replace by default false
     * @return this
     */
    public Deployment replaceFailed(boolean replace) {
        this.replaceFailed = replace;
        return this;
    }

    /** Time and randomness; for tests. */
    Deployment environment(Environment other) {
        this.environment = other;
        return this;
    }

    /**
     * Makes the stack, or changes it to what is chosen; and makes the records that clients look for: that of versions,
     * and the namespace {@code default}. Where all is as chosen already, nothing is done.
     *
     * @param options what is chosen; the rest stays as it is
     * @param source of the function's code; {@link FunctionSource#NONE} for a stack without an aggregator
     * @return the stack
     * @throws InvalidInputException if options do not go together; nothing was changed
     * @throws DeploymentException if it did not come off
     */
    public StackSummary deploy(StackOptions options, FunctionSource source) {
        StackSummary stack = at(site -> deploying(site, options, source).run(replaceFailed));
        listener.next("writing the record of versions and the namespace default into table " + stack.table());
        register(stack.table());
        return stack;
    }

    /**
     * Makes the stack, or changes it, as {@link #deploy}, and opens its namespace {@code default}. For a program that
     * keeps house for itself; it blocks for minutes where something is made, and needs the rights of who deploys.
     *
     * @param options what is chosen; the rest stays as it is
     * @param source of the function's code; {@link FunctionSource#NONE} for a stack without an aggregator
     * @return a repository with the usual settings, to be closed
     * @throws InvalidInputException if options do not go together; nothing was changed
     * @throws DeploymentException if it did not come off
     * @throws CannotOpenException if the table that was made can't be opened
     */
    public LimitRepository open(StackOptions options, FunctionSource source) {
        deploy(options, source);
        return repository().connect();
    }

    /**
     * What {@link #deploy} would do to which resource, without doing it. Of a new stack that is all but what needs the
     * function's code.
     *
     * @param options what is chosen
     * @param source of the function's code; {@link FunctionSource#NONE} for a stack without an aggregator
     * @return empty if nothing would be changed
     */
    public List<PlannedChange> plan(StackOptions options, FunctionSource source) {
        return at(site -> deploying(site, options, source).plan());
    }

    private Deploying deploying(AwsSite site, StackOptions options, FunctionSource source) {
        Patience patience = patience();
        return new Deploying(
                name,
                site,
                new StackSteps(StackKind.TABLE, name.value(), site, environment, listener, patience),
                listener,
                options,
                source);
    }

    private void register(String table) {
        try {
            repository(table)
                    .callTimeout(OPENING)
                    .settings(settings -> settings.deadline(OPENING))
                    .open()
                    .close();
        } catch (CannotOpenException e) {
            throw new DeploymentException(
                    e.reason() == CannotOpenException.Reason.ACCESS_DENIED ? Reason.DENIED : Reason.NO_ANSWER,
                    "stack " + name + " is deployed, but its first records could not be written: " + e.getMessage()
                            + "; deploy again once that is mended",
                    e);
        }
    }

    /**
     * The way to the table of the stack, as deployed here; services need nothing but its name.
     *
     * @return a builder with the same region, endpoint and credentials
     */
    public DynamoDbBuilder repository() {
        return repository(name.value());
    }

    private DynamoDbBuilder repository(String table) {
        DynamoDbBuilder builder = DynamoDbRepository.builder(table);
        if (region != null) {
            builder.region(region);
        }
        if (endpoint != null) {
            builder.endpoint(endpoint);
        }
        return credentials == null ? builder : builder.credentials(credentials);
    }

    /**
     * Looks at the stack, and at what is in it.
     *
     * @return empty if there is no stack of this name that is ours
     * @throws DeploymentException if nobody answers, or the stack may not be asked about
     */
    public Optional<DeploymentReport> report() {
        return at(site -> {
            Stacks stacks = new Stacks(StackKind.TABLE, site);
            return Optional.ofNullable(stacks.find(name.value()))
                    .filter(stacks::isOurs)
                    .map(stack -> new Reporting(site, environment).of(StackSummary.of(stack)));
        });
    }

    /**
     * Deletes the stack with its table and all data, unless it is protected. The archive of changes stays, unless it is
     * to go too.
     *
     * @param archiveToo whether the archive of changes is deleted as well
     * @return the bucket of the archive, if it is left
     * @throws DeploymentException if it did not come off
     */
    public Optional<String> delete(boolean archiveToo) {
        return at(
                site -> new Deleting(name, site, new StackWatch(site, listener, patience()), listener).run(archiveToo));
    }

    /**
     * All stacks of this kind in a region and account.
     *
     * @param region its name; null for that of the environment or profile
     * @param endpoint another service than AWS itself; null for AWS
     * @param credentials in whose name; null for those of the environment
     * @return in no particular order
     * @throws DeploymentException if nobody answers, or it may not be asked
     */
    public static List<StackSummary> list(
            @Nullable String region,
            @Nullable URI endpoint,
            @Nullable IdentityProvider<? extends AwsCredentialsIdentity> credentials) {
        try (AwsSite site = new AwsSite(region, endpoint, credentials, null)) {
            return new Stacks(StackKind.TABLE, site).all();
        }
    }

    private Patience patience() {
        return new Patience(environment, PAUSE, timeout);
    }

    private <T> T at(Function<AwsSite, T> work) {
        try (AwsSite site = new AwsSite(region, endpoint, credentials, callTimeout)) {
            return work.apply(site);
        }
    }
}

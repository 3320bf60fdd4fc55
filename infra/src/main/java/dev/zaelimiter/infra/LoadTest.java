package dev.zaelimiter.infra;

import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;

/**
 * A load test in an AWS account: a stack of its own beside the table that is loaded. What the command line does with
 * {@code loadtest deploy}, {@code push}, {@code run}, {@code list} and {@code delete}, for programs.
 *
 * <p>Calls block. Each may be made again after it was cut off. Not for use by several threads.
 */
public final class LoadTest {

    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final LoadTestName name;
    private @Nullable String region;
    private @Nullable URI endpoint;
    private @Nullable IdentityProvider<? extends AwsCredentialsIdentity> credentials;
    private Environment environment = Environment.system();
    private LoadTestListener listener = new LoadTestListener() {};
    private Duration timeout = Duration.ofMinutes(30);

    private LoadTest(LoadTestName name) {
        this.name = name;
    }

    /**
     * A load test, which may be there or not.
     *
     * @param stack the name of the table's stack: 3 to 55 letters, digits and hyphens, a letter first
     * @param label tells several load tests of one table apart: up to 32 letters, digits and hyphens; may be empty
     * @return to be told where it is, and what to do
     * @throws InvalidInputException if a name breaks a rule, which is named
     */
    public static LoadTest of(String stack, String label) {
        return new LoadTest(new LoadTestName(new StackName(stack), label));
    }

    /**
     * Where.
     *
     * @param place a region's name, and another service than AWS itself; null for those of the environment
     * @param address of that service
     * @return this
     */
    public LoadTest at(@Nullable String place, @Nullable URI address) {
        this.region = place;
        this.endpoint = address;
        return this;
    }

    /**
     * In whose name.
     *
     * @param source of credentials; by default that of the environment. You close it
     * @return this
     */
    public LoadTest credentials(IdentityProvider<? extends AwsCredentialsIdentity> source) {
        this.credentials = Objects.requireNonNull(source, "source");
        return this;
    }

    /**
     * Who hears what goes on.
     *
     * @param hearing is called on the thread that works
     * @return this
     */
    public LoadTest listener(LoadTestListener hearing) {
        this.listener = Objects.requireNonNull(hearing, "hearing");
        return this;
    }

    /**
     * How long to wait for CloudFormation, and for tasks to end before a deletion.
     *
     * @param longest up to 12 hours; by default 30 minutes
     * @return this
     */
    public LoadTest timeout(Duration longest) {
        this.timeout = Patience.checked(longest);
        return this;
    }

    /** Time and randomness; for tests. */
    LoadTest environment(Environment other) {
        this.environment = other;
        return this;
    }

    /**
     * The name of the stack.
     *
     * @return that of the table, with {@code -loadtest} and the label behind it
     */
    public String stackName() {
        return name.value();
    }

    /**
     * Makes the stack, or changes it to what is chosen.
     *
     * @param options what is chosen; the rest stays as it is
     * @param replaceFailed whether a stack whose creation failed and was undone is deleted first
     * @return the stack
     * @throws InvalidInputException if options do not go together; nothing was changed
     * @throws DeploymentException if it did not come off
     */
    public StackSummary deploy(LoadTestOptions options, boolean replaceFailed) {
        return work(site -> new LoadTestDeploying(name, site, steps(site, patience()), options).run(replaceFailed));
    }

    /**
     * What {@link #deploy} would do to which resource, without doing it.
     *
     * @param options what is chosen
     * @return empty if nothing would be changed
     */
    public List<PlannedChange> plan(LoadTestOptions options) {
        return work(site -> new LoadTestDeploying(name, site, steps(site, patience()), options).plan());
    }

    /**
     * Puts a jar into the bucket, unless it is there; from now on it is the one of its name. If it is the program and
     * the stack is to have a function, that is changed too.
     *
     * @param jar what is pushed
     * @return whether it was not there
     * @throws DeploymentException if it did not come off
     */
    public boolean push(PushedJar jar) {
        return work(site -> {
            LoadTestSite place = place(site);
            listener.next("pushing " + jar.name() + " to bucket " + place.bucket());
            boolean isNew = new LoadTestBucket(site, place.bucket()).push(jar);
            if (jar.program() && "true".equals(place.stack().parameters().get("EnableFunction"))) {
                StackSteps steps = steps(site, patience());
                steps.change(steps.changeable(false), Map.of("ProgramKey", jar.key()), Map.of());
            }
            return isNew;
        });
    }

    /**
     * What was pushed.
     *
     * @return the SHA-256 of the newest jar of each name
     */
    public Map<String, String> pushed() {
        return work(site -> new LoadTestBucket(site, place(site).bucket()).pushed());
    }

    /**
     * The runs whose results are in the bucket.
     *
     * @return their names
     */
    public List<String> runs() {
        return work(site -> new LoadTestBucket(site, place(site).bucket()).runs());
    }

    /**
     * What a run has measured up to now, as long as it is followed.
     *
     * @param run its name
     * @param folder where to
     * @return to be closed
     */
    public LoadTestResults results(String run, Path folder) {
        return new LoadTestResults(site(), name, run, folder);
    }

    /**
     * Starts a task that serves the page of a run, and waits until there can be a tunnel to it.
     *
     * @param run its name
     * @param key of the page
     * @return to be closed, which ends the task
     * @throws DeploymentException if it can't be started
     */
    public PageTask page(String run, String key) {
        AwsSite site = site();
        PageTask page = null;
        boolean ready = false;
        try {
            page = starting(site).page(run, key);
            page.await(patience());
            ready = true;
            return page;
        } finally {
            if (!ready && page != null) {
                page.close();
            } else if (!ready) {
                site.close();
            }
        }
    }

    /**
     * What a run would cost.
     *
     * @param run the run
     * @param writeUnits that it is expected to write; 0 if nobody knows
     * @return an estimate
     */
    public LoadTestCost estimate(LoadTestRun run, long writeUnits) {
        return work(site -> starting(site).estimate(run, writeUnits));
    }

    /**
     * Runs it, and waits for its end.
     *
     * @param run what is run
     * @param toStop asked every five seconds whether it is to end before its time
     * @return how it came out
     * @throws DeploymentException if it can't be run, or not be followed; the message says what is left
     */
    public LoadTestOutcome run(LoadTestRun run, BooleanSupplier toStop) {
        return work(site -> starting(site).run(run, toStop));
    }

    private LoadTestStarting starting(AwsSite site) {
        return new LoadTestStarting(name, site, place(site), environment, listener);
    }

    /**
     * Takes the stack out, with all that was pushed and measured. Tasks are ended first.
     *
     * @return false if there is none of this name
     * @throws DeploymentException if it did not come off
     */
    public boolean delete() {
        return work(site -> {
            Patience patience = patience();
            return new LoadTestDeleting(name, site, steps(site, patience), listener, patience).run();
        });
    }

    /**
     * The stacks of load tests in a region and account.
     *
     * @param region its name; null for that of the environment or profile
     * @param endpoint another service than AWS itself; null for AWS
     * @return all of them, in no particular order
     */
    public static List<StackSummary> all(@Nullable String region, @Nullable URI endpoint) {
        try (AwsSite site = new AwsSite(region, endpoint, null, null)) {
            return new Stacks(StackKind.LOAD_TEST, site).all();
        }
    }

    private LoadTestSite place(AwsSite site) {
        return LoadTestSite.of(name, new Stacks(StackKind.LOAD_TEST, site));
    }

    private StackSteps steps(AwsSite site, Patience patience) {
        return new StackSteps(StackKind.LOAD_TEST, name.value(), site, environment, listener, patience);
    }

    private Patience patience() {
        return new Patience(environment, PAUSE, timeout);
    }

    private AwsSite site() {
        return new AwsSite(region, endpoint, credentials, null);
    }

    private <T> T work(Function<AwsSite, T> doing) {
        try (AwsSite site = site()) {
            return doing.apply(site);
        }
    }
}

package dev.zaelimiter.infra;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What a run in an account has measured, fetched into a folder again and again. For one thread at a time. */
public final class LoadTestResults implements AutoCloseable {

    private final AwsSite site;
    private final LoadTestName name;
    private final String run;
    private final Path folder;
    private @Nullable RunResults results;

    LoadTestResults(AwsSite site, LoadTestName name, String run, Path folder) {
        this.site = site;
        this.name = name;
        this.run = run;
        this.folder = folder;
    }

    /**
     * Fetches what has come since the last time.
     *
     * @return whether anything has
     * @throws DeploymentException if it can't be had
     */
    public boolean fetch() {
        RunResults known = results == null
                ? new RunResults(
                        new LoadTestBucket(
                                site,
                                LoadTestSite.of(name, new Stacks(StackKind.LOAD_TEST, site))
                                        .bucket()),
                        run,
                        folder)
                : results;
        results = known;
        return known.fetch();
    }

    /** Ends the clients. What was fetched stays. */
    @Override
    public void close() {
        site.close();
    }
}

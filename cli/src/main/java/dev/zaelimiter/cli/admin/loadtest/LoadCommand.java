package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Interrupt;
import dev.zaelimiter.cli.OnTerminal;
import dev.zaelimiter.cli.WholeFile;
import dev.zaelimiter.cli.admin.Consent;
import dev.zaelimiter.cli.admin.OperatorCommand;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.Session;
import dev.zaelimiter.cli.admin.store.StoreOptions;
import dev.zaelimiter.loadtest.internal.local.LocalRun;
import dev.zaelimiter.loadtest.internal.local.Preparation;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.plan.Stage;
import dev.zaelimiter.loadtest.internal.plan.StorePlace;
import dev.zaelimiter.loadtest.internal.report.Report;
import dev.zaelimiter.loadtest.internal.report.ReportFiles;
import dev.zaelimiter.loadtest.internal.report.RunFolder;
import dev.zaelimiter.loadtest.internal.worker.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that puts load on a store, by workers on this machine. */
abstract class LoadCommand extends OperatorCommand {

    static final String NAMESPACE = "loadtest";

    private static final Duration PATIENCE = Duration.ofSeconds(75);
    private static final double MILLIS = 1000;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final LoadOptions load = new LoadOptions();

    @Mixin
    private final CloudOptions cloud = new CloudOptions();

    private @Nullable StorePlace seenFromHere;

    @Mixin
    private final Consent consent = new Consent();

    @Spec
    private @Nullable CommandSpec own;

    /**
     * How much load, one stage after the other.
     *
     * @throws InvalidInputException if an option is wrong
     */
    abstract List<Stage> stages();

    /** Shows what came of it. */
    abstract int show(Path folder, Report report, boolean stopped, Output output);

    @Override
    protected final int run(Output output) {
        List<Stage> stages = stages();
        Path named = load.folder(Instant.ofEpochMilli(Environment.system().wallMillis()));
        requireRunnable(named);
        Path folder;
        boolean stopped;
        try {
            folder = load.make(named);
            RunPlan plan = preparedOrGone(folder, stages);
            stopped = cloud.isChosen() ? playElsewhere(folder, plan) : play(folder, plan);
            lookAfter(folder, plan);
        } catch (IOException | UncheckedIOException e) {
            throw new BadInputException("the folder " + named + " can't be written: " + reason(e), e);
        }
        return report(folder, stopped, output);
    }

    private void requireRunnable(Path folder) {
        if (cloud.isChosen()) {
            cloud.requireName(String.valueOf(folder.getFileName()));
        } else if (load.workers() > LocalRun.mostWorkers()) {
            throw new InvalidInputException(
                    "--workers",
                    load.workers(),
                    "1 to " + LocalRun.mostWorkers() + " on this machine, where each is a process: more share its"
                            + " processors and measure that; '--on fargate' has room for them");
        }
    }

    /** What was measured is shown, also where it can't be written down. */
    private int report(Path folder, boolean stopped, Output output) {
        Report report = Report.of(RunFolder.read(folder));
        boolean written = true;
        try {
            ReportFiles.write(folder, report);
        } catch (IOException e) {
            written = false;
            say("the report can't be written into " + folder + ": " + WholeFile.reason(e)
                    + ". Once there is room, 'zae-limiter loadtest report " + folder + "' writes it");
        }
        int exitCode = show(folder, report, stopped, output);
        boolean inVain = report.counts().all() == 0
                || report.counts().of(Outcome.FAILED) == report.counts().all();
        return !written || (inVain && !stopped) ? ExitCodes.FAILURE : exitCode;
    }

    private static String reason(Exception failure) {
        Throwable cause = failure instanceof UncheckedIOException ? failure.getCause() : failure;
        return WholeFile.reason((IOException) Objects.requireNonNull(cause));
    }

    final void say(String sentence) {
        err().println(Objects.requireNonNull(own).qualifiedName() + ": " + sentence);
        err().flush();
    }

    /** A trace, compiled scenarios and a plan are written before all is known to be right. */
    private RunPlan preparedOrGone(Path folder, List<Stage> stages) throws IOException {
        try {
            return prepared(folder, stages);
        } catch (IOException | RuntimeException e) {
            remove(folder, e);
            throw e;
        }
    }

    private static void remove(Path folder, Exception failure) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    final int workers() {
        return load.workers();
    }

    private RunPlan prepared(Path folder, List<Stage> stages) throws IOException {
        cloud.refuseAllButATable(load.memory());
        if (load.memory()) {
            store.refuseBeside("--memory");
            store.refuseNamespaceBeside("--memory");
            RunPlan plan = load.plan(folder, new StorePlace.Memory(), NAMESPACE, stages, this::readTrace);
            plan.write(folder);
            return plan;
        }
        RunPlan[] made = new RunPlan[1];
        store.withNamespace(NAMESPACE, session -> {
            made[0] = prepared(folder, stages, session);
            return ExitCodes.OK;
        });
        return made[0];
    }

    private RunPlan prepared(Path folder, List<Stage> stages, Session session) {
        guard(session);
        try {
            seenFromHere = session.source().place();
            StorePlace place = cloud.seenFromThere(session.source().place());
            RunPlan plan = load.plan(folder, place, session.namespace(), stages, this::readTrace);
            plan.write(folder);
            Preparation.before(session.repository(), plan, folder);
            return plan;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks before load is put on what somebody uses. */
    private void guard(Session session) {
        List<String> foreign = Preparation.foreign(session.repository());
        if (!foreign.isEmpty()) {
            String holds = "namespace " + session.namespace() + " of "
                    + session.source().title() + " holds " + String.join(", ", foreign)
                    + ", which no load test has made";
            consent.require(
                    prompt(),
                    "The " + holds + ". Put load on it?",
                    "the " + holds + "; another namespace is named with --namespace");
        }
    }

    private boolean playElsewhere(Path folder, RunPlan plan) throws IOException {
        try {
            return cloud.play(folder, plan, Objects.requireNonNull(seenFromHere), err());
        } catch (InvalidInputException e) {
            // Nothing was started.
            remove(folder, e);
            throw e;
        }
    }

    private boolean play(Path folder, RunPlan plan) throws IOException {
        RunPlan timed = plan.startingAt(RunPlan.WHEN_TOLD);
        timed.write(folder);
        LoadProgress progress = new LoadProgress(err());
        try (Interrupt interrupt = new Interrupt(PATIENCE)) {
            return new LocalRun(folder, timed).play(interrupt::await, progress::at);
        } finally {
            progress.end();
        }
    }

    /** Credentials may have run out by now, or a right be missing: what was measured is reported all the same. */
    private void lookAfter(Path folder, RunPlan plan) {
        if (plan.store() instanceof StorePlace.Memory) {
            return;
        }
        try {
            store.with(false, NAMESPACE, session -> {
                try {
                    Preparation.after(session.repository(), folder);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return ExitCodes.OK;
            });
        } catch (RateLimiterException e) {
            tellUnread(words(e));
        } catch (UncheckedIOException e) {
            tellUnread(reason(e));
        } catch (BadInputException e) {
            tellUnread(Objects.toString(e.getMessage()));
        }
    }

    private void tellUnread(String why) {
        say("what the buckets have consumed can't be read, so that nobody has compared it: " + why);
    }

    private void readTrace(String file, List<String> limits, Path to) {
        if (own != null && own.root().userObject() instanceof OnTerminal root) {
            root.recordedTraces().write(file, limits, to);
        } else {
            throw new BadInputException("recorded requests can't be read here");
        }
    }

    /** Seconds as milliseconds. */
    static long millis(String option, double seconds) {
        if (!(seconds >= 0.001 && seconds <= Stage.MOST_MILLIS / MILLIS)) {
            throw new InvalidInputException(
                    option, seconds, "0.001 to " + (long) (Stage.MOST_MILLIS / MILLIS) + " seconds");
        }
        return Math.round(seconds * MILLIS);
    }
}

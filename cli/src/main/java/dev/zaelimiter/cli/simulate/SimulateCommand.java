package dev.zaelimiter.cli.simulate;

import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.ManualSection;
import dev.zaelimiter.cli.OutputForm;
import dev.zaelimiter.cli.ProgressLine;
import dev.zaelimiter.cli.Version;
import dev.zaelimiter.testkit.Simulation;
import dev.zaelimiter.testkit.SimulationReport;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the simulation from a seed until so many steps were made, scenario by scenario. */
@Manual(
        examples = {"simulate --seed 1 --steps 1000000", "simulate --scenario faults --seed 42 --trace"},
        keys = {"steps", "admitted", "over_admitted", "refund_errors"})
@Command(
        name = "simulate",
        header = "Try to break the limiter: many processes, lost answers, wrong clocks, one seed.",
        description = {
            "Runs the real engine in several processes on one modelled store, in virtual time. An oracle checks each"
                    + " write and each answer: nothing over a limit, nothing given back twice, no token made or lost"
                    + " when a bucket is divided.",
            "",
            "Scenarios take turns, each with the next seed, until so many steps were made. The same seed always goes"
                    + " the same way. What breaks is told with the command that repeats it.%n"
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        optionListHeading = "%nOptions:%n",
        footer = {"", "Exit codes: 0 every law held, 1 one was broken, 2 wrong use."})
public final class SimulateCommand implements Callable<Integer> {

    private static final String LOG_LEVEL = "org.slf4j.simpleLogger.log.dev.zaelimiter";

    private @Nullable CommandSpec spec;

    @Spec
    void describe(CommandSpec own) {
        spec = own;
        ManualSection.addTo(own);
    }

    @Option(names = "--seed", paramLabel = "N", description = "Where to begin; by default ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--steps",
            paramLabel = "M",
            description = "At least so many steps; by default, one run of each scenario.")
    private long steps;

    @Option(names = "--scenario", paramLabel = "NAME", description = "This one only.")
    private @Nullable String scenario;

    @Option(names = "--trace", description = "Print all that happens. With --scenario, and without --steps.")
    private boolean trace;

    @Option(
            names = "--output",
            paramLabel = "table|json|csv",
            description =
                    "The form of the output (default: ${DEFAULT-VALUE}). As json and csv only the totals are printed; what"
                            + " broke goes to standard error.")
    private OutputForm form = OutputForm.table;

    private long made;
    private long admitted;
    private long overAdmitted;
    private long refundErrors;
    private boolean sound = true;

    /**
     * The limiter warns of the faults that are made here; what they broke is in the report. Set before it is loaded.
     */
    private static void silenceTheLimiter() {
        if (System.getProperty(LOG_LEVEL) == null) {
            System.setProperty(LOG_LEVEL, "error");
        }
    }

    @Override
    public Integer call() {
        silenceTheLimiter();
        CommandSpec known = Objects.requireNonNull(spec, "spec");
        PrintWriter out = known.commandLine().getOut();
        List<String> chosen = chosen(known);
        long next = seed;
        long runs = 0;
        ProgressLine progress = steps > 0
                ? ProgressLine.of(known.commandLine().getErr(), "steps", steps)
                : ProgressLine.of(known.commandLine().getErr(), "scenarios", chosen.size());
        do {
            for (String name : chosen) {
                run(
                        name,
                        next,
                        form == OutputForm.table ? out : known.commandLine().getErr());
                progress.at(steps > 0 ? Math.min(made, steps) : ++runs);
                if (steps > 0 && made >= steps) {
                    break;
                }
            }
            next++;
        } while (made < steps);
        progress.end();
        tellSums(out);
        return sound ? ExitCodes.OK : ExitCodes.FAILURE;
    }

    private List<String> chosen(CommandSpec known) {
        List<String> names = List.copyOf(Simulation.scenarios());
        if (scenario != null && !names.contains(scenario)) {
            throw wrong(known, "--scenario: no scenario '" + scenario + "', only " + String.join(", ", names));
        } else if (steps < 0) {
            throw wrong(known, "--steps: " + steps + ": 0 or more is allowed");
        } else if (trace && (scenario == null || steps > 0)) {
            throw wrong(known, "--trace goes with --scenario, and without --steps: one run is told, not many");
        }
        return scenario == null ? names : List.of(scenario);
    }

    private void tellSums(PrintWriter out) {
        if (form == OutputForm.csv) {
            out.println("steps,admitted,over_admitted,refund_errors");
            out.println(made + "," + admitted + "," + overAdmitted + "," + refundErrors);
            return;
        }
        out.println((form == OutputForm.json ? "" : "RESULT ") + "{\"steps\":" + made + ",\"admitted\":" + admitted
                + ",\"over_admitted\":" + overAdmitted + ",\"refund_errors\":" + refundErrors + "}");
    }

    private static ParameterException wrong(CommandSpec spec, String why) {
        return new ParameterException(spec.commandLine(), why);
    }

    private void run(String name, long runSeed, PrintWriter out) {
        SimulationReport report = Simulation.of(name, runSeed, trace).run();
        made += report.steps();
        admitted += report.admitted();
        overAdmitted += report.overAdmissions();
        refundErrors += report.refundErrors();
        sound &= report.sound();
        if (trace) {
            report.trace().forEach(out::println);
        }
        if ((steps == 0 && form == OutputForm.table) || !report.sound()) {
            out.printf("%s %d (trace %016x) %s%n", name, runSeed, report.traceHash(), report);
        }
        out.flush();
    }
}

package dev.zaelimiter.loadtest.internal.local;

import dev.zaelimiter.EntityPage;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.loadtest.LoadScenario;
import dev.zaelimiter.loadtest.LoadUser;
import dev.zaelimiter.loadtest.internal.consumed.Consumed;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.scenario.Scenarios;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What is done on a store before the workers begin, and after they have ended. */
public final class Preparation {

    private static final int PAGE = 100;
    private static final int MOST_PAGES = 20;

    private Preparation() {}

    /**
     * What a namespace holds that no load test has made: then it is somebody's, and a load test in it takes their
     * tokens, and may be taken for them. Names of load tests begin with {@link LoadUser#PREFIX}.
     *
     * @param repository of the namespace
     * @return for people, at most a few; empty if there is nothing
     */
    public static List<String> foreign(LimitRepository repository) {
        List<String> found = new ArrayList<>();
        if (!repository.limits().getSystemDefaults().isEmpty()) {
            found.add("limits of the system");
        }
        repository.limits().resourcesWithDefaults().stream()
                .filter(name -> !isOurs(name))
                .limit(3)
                .forEach(name -> found.add("limits of resource " + name));
        repository.limits().resourcesWithEntityLimits().keySet().stream()
                .filter(name -> !isOurs(name))
                .limit(3)
                .forEach(name -> found.add("limits of entities on " + name));
        String after = null;
        for (int i = 0; i < MOST_PAGES && found.size() < 6; i++) {
            EntityPage page = repository.entities().list(PAGE, after);
            page.entities().stream()
                    .filter(entity -> !isOurs(entity.id()))
                    .limit(3)
                    .forEach(entity -> found.add("entity " + entity.id()));
            after = page.next().orElse(null);
            if (after == null) {
                break;
            }
        }
        return found;
    }

    private static boolean isOurs(String name) {
        return name.startsWith(LoadUser.PREFIX);
    }

    /**
     * Makes what the scenarios need, and writes down what the buckets had consumed before.
     *
     * @param repository of the namespace
     * @param plan what is played
     * @param run the folder of the run
     * @throws IOException if that can't be written
     */
    public static void before(LimitRepository repository, RunPlan plan, Path run) throws IOException {
        List<LoadScenario> scenarios = Scenarios.of(plan, run, 0);
        for (int i = 0; i < scenarios.size(); i++) {
            prepare(scenarios.get(i), plan.scenarios().get(i).name(), repository, plan.limits());
        }
        Consumed.write(repository, run.resolve(Consumed.BEFORE));
    }

    /** What the store or the rules of limits say stays as it is; what else others' code throws is told as theirs. */
    private static void prepare(LoadScenario scenario, String name, LimitRepository repository, List<Limit> limits) {
        try {
            scenario.prepare(repository, limits);
        } catch (RateLimiterException e) {
            throw e;
        } catch (RuntimeException | LinkageError | AssertionError e) {
            throw new InvalidInputException("scenario", name, "a class whose prepare does not throw " + e);
        }
    }

    /** Writes down what the buckets have consumed after all. */
    public static void after(LimitRepository repository, Path run) throws IOException {
        Consumed.write(repository, run.resolve(Consumed.AFTER));
    }
}

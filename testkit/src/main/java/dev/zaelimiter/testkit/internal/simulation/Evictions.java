package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.internal.facets.EngineRepository;
import java.util.SplittableRandom;

/**
 * Evicts pipelines of one process, or puts them to rest: of those that nobody holds, no request, no lease and nothing
 * under way. In use the garbage collector decides when, so that no run would repeat; here it is drawn, and the process
 * rests until it may be.
 */
final class Evictions {

    private static final long MILLI = 1_000_000;
    /** So often it looks whether nobody holds them any more. */
    private static final int MOST_LOOKS = 100;

    private final Scenario scenario;
    private final World world;
    private final Oracle oracle;
    private final Client client;
    private final SplittableRandom random;
    private boolean resting;

    Evictions(Scenario scenario, World world, Oracle oracle, Client client, SplittableRandom random) {
        this.scenario = scenario;
        this.world = world;
        this.oracle = oracle;
        this.client = client;
        this.random = random;
    }

    /** Whether nothing is to be asked for just now. */
    boolean resting() {
        return resting;
    }

    void begin(boolean coldOnly) {
        if (!resting) {
            resting = true;
            world.trace(client.host() + " rests until its buckets can be " + (coldOnly ? "put to rest" : "forgotten"));
            look(MOST_LOOKS, coldOnly);
        }
    }

    private void look(int looks, boolean coldOnly) {
        if (client.stopped() || looks == 0) {
            resting = false;
        } else if (client.quiet() && coldOnly) {
            // What is still under way there keeps a pipeline from going.
            rest();
        } else if (client.quiet()) {
            // Corrections linger a little, and answers come.
            world.after((scenario.lingerMillis + 2 * scenario.deadlineMillis) * MILLI, client.host(), this::evict);
        } else {
            world.after(scenario.deadlineMillis * MILLI / 10, client.host(), () -> look(looks - 1, coldOnly));
        }
    }

    private void rest() {
        resting = false;
        if (client.repository() instanceof EngineRepository repository) {
            for (String entity : oracle.notes().entities()) {
                if (random.nextInt(3) > 0) {
                    world.trace(client.host() + " puts " + entity + " to rest");
                    repository.limiters().rest(entity, !scenario.restsInVain);
                }
            }
        }
    }

    private void evict() {
        resting = false;
        if (client.quiet() && client.repository() instanceof EngineRepository repository) {
            for (String entity : oracle.notes().entities()) {
                if (random.nextInt(3) > 0) {
                    world.trace(client.host() + " forgets " + entity);
                    repository.limiters().evict(entity);
                }
            }
        }
    }
}

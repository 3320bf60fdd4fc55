package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.StoreTraits;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One run of one scenario from one seed. */
public final class SimulationRun {

    private static final long MILLI = 1_000_000;

    private final Scenario scenario;
    private final UnaryOperator<ItemStore> between;
    private final SplittableRandom seeds;
    private final Oracle oracle;
    private final Trace trace;
    private final World world;
    private final Network network;
    private final Partitions partitions;
    private final ItemStore store;
    private final Host truth;
    private final Tenant tenant;
    /** Another namespace, if there is one. */
    private final @Nullable Tenant other;

    private final List<PythonClient> pythons = new ArrayList<>();
    private @Nullable Giver giver;
    private final List<Client> clients = new ArrayList<>();
    private int started;

    /**
     * Makes a run ready.
     *
     * @param scenario what it is made of
     * @param seed draws everything else
     * @param fullTrace whether all lines of the trace are kept
     */
    public SimulationRun(Scenario scenario, long seed, boolean fullTrace) {
        this(scenario, seed, fullTrace, UnaryOperator.identity());
    }

    /**
     * Makes a run ready in which something is out of order.
     *
     * @param scenario what it is made of
     * @param seed draws everything else
     * @param fullTrace whether all lines of the trace are kept
     * @param between what lies between each client and its way to the store
     */
    public SimulationRun(Scenario scenario, long seed, boolean fullTrace, UnaryOperator<ItemStore> between) {
        this.scenario = scenario;
        this.between = between;
        this.seeds = new SplittableRandom(seed);
        this.oracle = new Oracle(scenario);
        this.trace = new Trace(fullTrace);
        this.world = new World(oracle, trace);
        oracle.watch(world);
        this.network = new Network(scenario, seeds.split());
        this.partitions = new Partitions(scenario);
        this.truth = new Host(world, "operator", 0, seeds.split());
        this.store = new InMemoryStore(scenario.deletedLateMillis == 0 ? truth : behind(scenario.deletedLateMillis));
        this.tenant = new Tenant(scenario, "default", world, oracle, store, truth, seeds.split());
        this.other = scenario.other == null ? null : neighbour(scenario.other);
    }

    /** Its clock is behind, so that what is past its time to live is still there for so long. */
    private Host behind(long millis) {
        return new Host(world, "store", -millis * MILLI, seeds.split());
    }

    private Tenant neighbour(Scenario others) {
        Oracle watching = new Oracle(others, oracle.findings());
        watching.watch(world);
        Tenant made = new Tenant(others, "other", world, watching, store, truth, seeds.split());
        oracle.neighbour(made.namespace(), watching);
        return made;
    }

    /**
     * Runs it to the end, or until the oracle has seen enough.
     *
     * @return what came of it
     */
    public SimulationOutcome run() {
        setUp();
        plan();
        long end = scenario.durationMillis * MILLI;
        world.runUntil(end);
        clients.forEach(Client::calmDown);
        end += scenario.quietMillis * MILLI;
        world.runUntil(end);
        clients.forEach(Client::stop);
        pythons.forEach(PythonClient::stop);
        tenant.restore();
        if (other != null) {
            other.restore();
        }
        network.calmDown();
        world.trace("drained from here on");
        world.runUntil(end + scenario.patienceMillis() * MILLI);
        if (giver != null) {
            giver.fillAll();
        }
        if (oracle.content()) {
            check();
        }
        oracle.mixed().measured().forEach((kind, milli) -> oracle.measured("MIXED " + kind, milli));
        return new SimulationOutcome(
                oracle.findings().violations(),
                trace.hash(),
                trace.lines(),
                oracle.answered(),
                tenant.requests().count(),
                world.steps(),
                oracle.calls().admitted(),
                oracle.findings().breaches());
    }

    private void check() {
        tenant.check(clients, seeds);
        if (other != null) {
            other.check(
                    clients.stream().flatMap(client -> client.beside().stream()).toList(), seeds);
        }
    }

    private void setUp() {
        tenant.setUp();
        if (other != null) {
            other.setUp();
        }
        for (int i = 0; i < scenario.clients; i++) {
            clients.add(open());
        }
        for (int i = 0; i < scenario.readers; i++) {
            look();
        }
        for (int i = 0; i < scenario.pythons; i++) {
            pythons.add(python(i));
        }
    }

    private Client open() {
        SplittableRandom random = seeds.split();
        long skew = skew(random);
        long drift = scenario.driftPpm == 0 ? 0 : random.nextLong(-scenario.driftPpm, scenario.driftPpm + 1);
        long drifts = scenario.durationMillis * MILLI;
        Host host = new Host(world, "c" + started++, skew * MILLI, drift, drifts, random.split());
        Link link = link(host);
        Client client = new Client(
                scenario, world, oracle, host, between.apply(link), link.conduct(), tenant.requests(), random.split());
        Client beside = other == null ? null : other.client(client, random.split());
        link.flooded(client::flooded);
        up(link);
        world.trace(host + " starts, its clock off by " + skew + " ms and " + drift + " ppm");
        client.start();
        if (beside != null) {
            beside.start();
        }
        return client;
    }

    /** Starts a process of the Python system. Its calls take as long as those of ours, and all of them arrive. */
    private PythonClient python(int number) {
        SplittableRandom random = seeds.split();
        Host host = new Host(world, PythonClient.name(number), skew(random) * MILLI, random.split());
        Scenario calm = new Scenario();
        calm.latencyMinMillis = scenario.latencyMinMillis;
        calm.latencyMaxMillis = scenario.latencyMaxMillis;
        StoreTraits traits = new StoreTraits("modelled", true, true, 0);
        Link link = new Link(world, host, new Network(calm, random.split()), store, traits, oracle, partitions);
        link.up();
        PythonClient client = new PythonClient(
                scenario, world, oracle, host, link, new Keys(tenant.namespace()), tenant.requests(), random.split());
        client.start();
        return client;
    }

    private Link link(Host host) {
        return link(host, network);
    }

    private Link link(Host host, Network network) {
        StoreTraits traits =
                new StoreTraits("modelled", !scenario.atHand, !scenario.atHand, scenario.writeUnitsPerSecond);
        Link link = new Link(world, host, network, store, traits, oracle, partitions);
        if (scenario.inPlace) {
            link.willBeInPlace();
        }
        return link;
    }

    private void up(Link link) {
        if (scenario.atHand) {
            link.upAtHand();
        } else if (scenario.inPlace) {
            link.upInPlace();
        } else {
            link.up();
        }
    }

    /** Starts a process that only looks. */
    private void look() {
        SplittableRandom random = seeds.split();
        Host host = new Host(world, "reader" + started++, skew(random) * MILLI, random.split());
        Link link = link(host);
        ReadOnlyClient reader = new ReadOnlyClient(
                scenario, world, oracle, host, between.apply(link), tenant.requests(), random.split());
        link.conduct().looksOnly();
        up(link);
        reader.start();
    }

    private long skew(SplittableRandom random) {
        return scenario.skewMillis == 0 ? 0 : random.nextLong(-scenario.skewMillis, scenario.skewMillis + 1);
    }

    /** Puts in what happens to everybody. */
    private void plan() {
        SplittableRandom random = seeds.split();
        for (int i = 0; i < scenario.crashes; i++) {
            world.after(random.nextLong(scenario.durationMillis * MILLI), null, () -> crash(random));
        }
        for (int i = 0; i < scenario.jumps; i++) {
            world.after(random.nextLong(scenario.durationMillis * MILLI), null, () -> jump(random));
        }
        if (scenario.transfers > 0) {
            divide(random.split());
        }
        scenario.changesAt.forEach((at, limits) -> world.after(at * MILLI, null, () -> tenant.configure(limits)));
        ConfigChanges changes = new ConfigChanges(random.split());
        some(scenario.changes, random, () -> tenant.change(changes));
        some(scenario.closes, random, () -> close(random));
        some(scenario.denials, random, () -> deny(random));
        some(scenario.operations, random, () -> tenant.operations().act(random));
        some(scenario.evictions, random, () -> any(random).forget());
        some(scenario.rests, random, () -> any(random).rest());
        some(scenario.floods, random, () -> any(random).flood());
        some(
                scenario.pythonDivisions,
                random,
                () -> pythons.get(random.nextInt(pythons.size())).divide());
        if (scenario.refills > 0) {
            Giver gives = giver();
            giver = gives;
            some(scenario.refills, random, () -> gives.act(random));
        }
        if (other != null) {
            Tenant elsewhere = other;
            some(scenario.other == null ? 0 : scenario.other.changes, random, () -> elsewhere.change(changes));
        }
    }

    /** Somebody who resets and tops up, by a way to the store of the same kind. */
    private Giver giver() {
        Host host = new Host(world, Gifts.GIVER, 0, seeds.split());
        Link link = link(host);
        Giver gives = new Giver(scenario, world, oracle, host, link);
        up(link);
        return gives;
    }

    private void some(int times, SplittableRandom random, Runnable task) {
        for (int i = 0; i < times; i++) {
            world.after(random.nextLong(scenario.durationMillis * MILLI), null, task);
        }
    }

    private Client any(SplittableRandom random) {
        List<Client> alive = clients.stream().filter(Client::alive).toList();
        return alive.get(random.nextInt(alive.size()));
    }

    /** One closes, under load, and another one begins. */
    private void close(SplittableRandom random) {
        Client closing = any(random);
        clients.add(open());
        closing.close();
    }

    private void deny(SplittableRandom random) {
        Client denied = any(random);
        long until = world.nowNanos() + random.nextLong(scenario.deniedMillis * MILLI + 1);
        denied.conduct().deny(Math.min(until, scenario.durationMillis * MILLI));
        world.trace(denied.host() + " may not write for a while");
    }

    private void divide(SplittableRandom random) {
        Host host = new Host(world, "aggregator", skew(random) * MILLI, random.split());
        Link link = link(host, scenario.breaches > 0 ? keepsItsContract(random.split()) : network);
        link.up();
        RandomDivisions aggregator =
                new RandomDivisions(oracle, host, between.apply(link), random.split(), scenario.thereAndBack);
        long until = scenario.transfersUntilMillis == 0 ? scenario.durationMillis : scenario.transfersUntilMillis;
        for (int i = 0; i < scenario.transfers; i++) {
            world.after(random.nextLong(until * MILLI), host, aggregator::act);
        }
    }

    /** The way to a store that fails only as stores may: an aggregator is not made to bear anything else. */
    private Network keepsItsContract(SplittableRandom random) {
        Scenario kept = scenario.copy();
        kept.breaches = 0;
        return new Network(kept, random);
    }

    private void jump(SplittableRandom random) {
        Host host = any(random).host();
        long skew = scenario.jumpMillis == 0
                ? skew(random)
                : random.nextLong(-scenario.jumpMillis, scenario.jumpMillis + 1);
        host.jump(skew * MILLI);
        world.trace("the clock of " + host + " jumps, and is off by " + skew + " ms");
    }

    private void crash(SplittableRandom random) {
        Client victim = any(random);
        victim.host().crash();
        world.trace(victim.host() + " crashes");
        clients.add(open());
    }
}

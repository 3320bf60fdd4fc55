package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.StoreTraits;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** One run of one scenario from one seed. */
public final class Run {

    private static final long MILLI = 1_000_000;
    /** Corrections are tried for some deadlines, and then reported as lost. */
    private static final int PATIENCE_DEADLINES = 40;

    private final Scenario scenario;
    private final UnaryOperator<ItemStore> between;
    private final SplittableRandom seeds;
    private final Oracle oracle;
    private final Trace trace;
    private final World world;
    private final Network network;
    private final Partitions partitions;
    private final ItemStore store;
    private final Operations operations;
    private final Requests requests;
    private final List<Client> clients = new ArrayList<>();
    private List<Limit> stored;
    private int started;

    /**
     * Makes a run ready.
     *
     * @param scenario what it is made of
     * @param seed draws everything else
     * @param fullTrace whether all lines of the trace are kept
     */
    public Run(Scenario scenario, long seed, boolean fullTrace) {
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
    public Run(Scenario scenario, long seed, boolean fullTrace, UnaryOperator<ItemStore> between) {
        this.scenario = scenario;
        this.between = between;
        this.seeds = new SplittableRandom(seed);
        this.oracle = new Oracle(scenario);
        this.trace = new Trace(fullTrace);
        this.world = new World(oracle, trace);
        oracle.watch(world);
        this.network = new Network(scenario, seeds.split());
        this.partitions = new Partitions(scenario);
        Host truth = new Host(world, "operator", 0, seeds.split());
        this.store = new InMemoryStore(truth);
        this.requests = new Requests(scenario, seeds.split());
        LimitRepository operator =
                RepositoryBuilder.on(store).environment(truth).build();
        this.operations = new Operations(scenario, world, oracle, operator);
        this.stored = scenario.limits;
    }

    /**
     * Runs it to the end, or until the oracle has seen enough.
     *
     * @return what came of it
     */
    public Outcome run() {
        setUp();
        plan();
        long end = scenario.durationMillis * MILLI;
        world.runUntil(end);
        clients.forEach(Client::calmDown);
        end += scenario.quietMillis * MILLI;
        world.runUntil(end);
        clients.forEach(Client::stop);
        operations.restore();
        network.calmDown();
        world.trace("drained from here on");
        long patience = (PATIENCE_DEADLINES * scenario.deadlineMillis + scenario.mostWaitMillis) * MILLI;
        world.runUntil(end + patience);
        if (oracle.content()) {
            List<Client> alive = clients.stream().filter(Client::alive).toList();
            oracle.balance(alive.stream()
                    .map(client -> client.host().toString())
                    .collect(Collectors.toCollection(TreeSet::new)));
            new Liveness(scenario, world, oracle).check(alive, requests.oneOfEach(stored));
            new QuietWorld(scenario, world, oracle, requests, seeds.split()).check(alive, stored);
        }
        return new Outcome(
                oracle.findings().violations(),
                trace.hash(),
                trace.lines(),
                oracle.answered(),
                requests.count(),
                world.steps(),
                oracle.admitted(),
                oracle.findings().breaches());
    }

    private void setUp() {
        operations.setUp();
        for (int i = 0; i < scenario.clients; i++) {
            clients.add(open());
        }
        for (int i = 0; i < scenario.readers; i++) {
            look();
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
                scenario, world, oracle, host, between.apply(link), link.conduct(), requests, random.split());
        up(link);
        world.trace(host + " starts, its clock off by " + skew + " ms and " + drift + " ppm");
        client.start();
        return client;
    }

    private Link link(Host host) {
        StoreTraits traits =
                new StoreTraits("modelled", !scenario.atHand, !scenario.atHand, scenario.writeUnitsPerSecond);
        return new Link(world, host, network, store, traits, oracle, partitions);
    }

    private void up(Link link) {
        if (scenario.atHand) {
            link.upAtHand();
        } else {
            link.up();
        }
    }

    /** Starts a process that only looks. */
    private void look() {
        SplittableRandom random = seeds.split();
        Host host = new Host(world, "reader" + started++, skew(random) * MILLI, random.split());
        Link link = link(host);
        Reader reader = new Reader(scenario, world, oracle, host, between.apply(link), requests, random.split());
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
        scenario.changesAt.forEach((at, limits) -> world.after(at * MILLI, null, () -> configure(limits)));
        Changes changes = new Changes(random.split());
        for (int i = 0; i < scenario.changes; i++) {
            world.after(random.nextLong(scenario.durationMillis * MILLI), null, () -> configure(changes.next(stored)));
        }
        some(scenario.closes, random, () -> close(random));
        some(scenario.denials, random, () -> deny(random));
        some(scenario.operations, random, () -> operations.act(random));
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
        Link link = link(host);
        link.up();
        Aggregator aggregator =
                new Aggregator(oracle, host, between.apply(link), random.split(), scenario.thereAndBack);
        for (int i = 0; i < scenario.transfers; i++) {
            world.after(random.nextLong(scenario.durationMillis * MILLI), host, aggregator::act);
        }
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

    private void configure(List<Limit> limits) {
        stored = limits;
        operations.configure(limits);
    }
}

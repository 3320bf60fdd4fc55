package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Entity;
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
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** One run of one scenario from one seed. */
public final class Run {

    private static final long MILLI = 1_000_000;
    /** Corrections are tried for some deadlines, and then reported as lost. */
    private static final int PATIENCE_DEADLINES = 40;

    private final Scenario scenario;
    private final UnaryOperator<ItemStore> between;
    private final Consumer<LimitRepository> onOpen;
    private final SplittableRandom seeds;
    private final Oracle oracle;
    private final Trace trace;
    private final World world;
    private final Network network;
    private final Partitions partitions;
    private final ItemStore store;
    private final Host truth;
    private final LimitRepository operator;
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
        this(scenario, seed, fullTrace, UnaryOperator.identity(), repository -> {});
    }

    /**
     * Makes a run ready in which something is out of order.
     *
     * @param scenario what it is made of
     * @param seed draws everything else
     * @param fullTrace whether all lines of the trace are kept
     * @param between what lies between each client and its way to the store
     * @param onOpen is shown each client's repository
     */
    public Run(
            Scenario scenario,
            long seed,
            boolean fullTrace,
            UnaryOperator<ItemStore> between,
            Consumer<LimitRepository> onOpen) {
        this.onOpen = onOpen;
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
        this.store = new InMemoryStore(truth);
        this.requests = new Requests(scenario, seeds.split());
        this.operator = RepositoryBuilder.on(store).environment(truth).build();
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
        network.calmDown();
        world.trace("drained from here on");
        long patience = (PATIENCE_DEADLINES * scenario.deadlineMillis + scenario.mostWaitMillis) * MILLI;
        world.runUntil(end + patience);
        if (oracle.content()) {
            List<Client> alive =
                    clients.stream().filter(client -> !client.host().crashed()).toList();
            oracle.balance(alive.stream()
                    .map(client -> client.host().toString())
                    .collect(Collectors.toCollection(TreeSet::new)));
            new Liveness(scenario, world, oracle).check(alive, requests.oneOfEach(stored));
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
        if (scenario.cascade) {
            operator.entities().create(Entity.builder(Requests.PARENT).build());
            for (int i = 0; i < scenario.entities; i++) {
                operator.entities()
                        .create(Entity.builder(Requests.entity(i))
                                .parent(Requests.PARENT)
                                .cascade(true)
                                .build());
            }
        }
        if (!scenario.callTime) {
            configure(scenario.limits);
        }
        for (int i = 0; i < scenario.clients; i++) {
            clients.add(open());
        }
    }

    private Client open() {
        SplittableRandom random = seeds.split();
        long skew = skew(random);
        long drift = scenario.driftPpm == 0 ? 0 : random.nextLong(-scenario.driftPpm, scenario.driftPpm + 1);
        long drifts = scenario.durationMillis * MILLI;
        Host host = new Host(world, "c" + started++, skew * MILLI, drift, drifts, random.split());
        StoreTraits traits = new StoreTraits("modelled", true, true, scenario.writeUnitsPerSecond);
        Link link = new Link(world, host, network, store, traits, oracle, partitions);
        Client client = new Client(scenario, world, oracle, host, between.apply(link), requests, random.split());
        onOpen.accept(client.repository());
        link.up();
        world.trace(host + " starts, its clock off by " + skew + " ms and " + drift + " ppm");
        client.start();
        return client;
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
    }

    private void divide(SplittableRandom random) {
        Host host = new Host(world, "aggregator", skew(random) * MILLI, random.split());
        StoreTraits traits = new StoreTraits("modelled", true, true, scenario.writeUnitsPerSecond);
        Link link = new Link(world, host, network, store, traits, oracle, partitions);
        link.up();
        Aggregator aggregator =
                new Aggregator(oracle, host, between.apply(link), random.split(), scenario.thereAndBack);
        for (int i = 0; i < scenario.transfers; i++) {
            world.after(random.nextLong(scenario.durationMillis * MILLI), host, aggregator::act);
        }
    }

    private void jump(SplittableRandom random) {
        List<Client> alive =
                clients.stream().filter(client -> !client.host().crashed()).toList();
        Host host = alive.get(random.nextInt(alive.size())).host();
        long skew = skew(random);
        host.jump(skew * MILLI);
        world.trace("the clock of " + host + " jumps, and is off by " + skew + " ms");
    }

    private void crash(SplittableRandom random) {
        List<Client> alive =
                clients.stream().filter(client -> !client.host().crashed()).toList();
        Client victim = alive.get(random.nextInt(alive.size()));
        victim.host().crash();
        world.trace(victim.host() + " crashes");
        clients.add(open());
    }

    private void configure(List<Limit> limits) {
        stored = limits;
        world.trace("the limits are now " + limits);
        oracle.configured().changed(limits.stream().map(Limit::name).collect(Collectors.toCollection(TreeSet::new)));
        operator.limits().setResourceDefaults(Requests.RESOURCE, limits.toArray(Limit[]::new));
    }
}

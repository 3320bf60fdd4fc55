package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.Namespace;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** One namespace of the store: what is stored and asked for in it, and who watches. */
final class Tenant {

    private final Scenario scenario;
    private final String name;
    private final World world;
    private final Oracle oracle;
    private final LimitRepository operator;
    private final Operations operations;
    private final RequestGenerator requests;
    private List<Limit> stored;

    Tenant(
            Scenario scenario,
            String name,
            World world,
            Oracle oracle,
            ItemStore store,
            Host truth,
            SplittableRandom random) {
        this.scenario = scenario;
        this.name = name;
        this.world = world;
        this.oracle = oracle;
        this.requests = new RequestGenerator(scenario, random);
        this.operator = RepositoryBuilder.on(store)
                .environment(truth)
                .namespace(name)
                .sharedWithPython(scenario.pythons > 0)
                .build();
        this.operations = new Operations(scenario, world, oracle, operator);
        this.stored = scenario.limits;
    }

    /** Its opaque id, with which all of its keys begin. */
    String namespace() {
        return Administration.of(operator)
                .namespaces()
                .get(name)
                .map(Namespace::id)
                .orElseThrow();
    }

    Operations operations() {
        return operations;
    }

    RequestGenerator requests() {
        return requests;
    }

    /** What a process does here beside what it does elsewhere. */
    Client client(Client process, SplittableRandom random) {
        return new Client(process, name, scenario, oracle, requests, random);
    }

    void setUp() {
        operations.setUp();
    }

    void restore() {
        operations.restore();
    }

    void configure(List<Limit> limits) {
        stored = limits;
        operations.configure(limits);
    }

    void change(ConfigChanges changes) {
        configure(changes.next(stored));
    }

    /** When all is drained: the books balance, and whoever is still there gets in, and at the time that it is told. */
    void check(List<Client> clients, SplittableRandom seeds) {
        List<Client> alive = clients.stream().filter(Client::alive).toList();
        new Reckoning(scenario, oracle)
                .check(alive.stream()
                        .map(client -> client.host().toString())
                        .collect(Collectors.toCollection(TreeSet::new)));
        new Liveness(scenario, world, oracle).check(alive, requests.oneOfEach(stored));
        new QuietWorld(scenario, world, oracle, requests, seeds.split()).check(alive, stored);
    }
}

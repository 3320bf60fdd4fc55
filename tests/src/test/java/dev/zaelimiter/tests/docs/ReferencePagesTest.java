package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.RepositoryStatistics;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The pages that list something list all of it. */
@Tag("documents")
class ReferencePagesTest {

    private static final Repository REPOSITORY = Repository.here();
    private static final Set<String> KEYS = Set.of("PK", "SK");

    @Test
    void settings_listsEachSetterOfTheBuilder() {
        assertThat(codeOf("docs/operator/settings.md"))
                .containsAll(
                        methods(RepositoryBuilder.class, method -> method.getReturnType() == RepositoryBuilder.class));
    }

    @Test
    void listenerPage_listsEachCounterEventKindAndOutcome() {
        Set<String> code = codeOf("docs/operator/listener-and-statistics.md");

        assertThat(code).containsAll(methods(LimiterListener.class, Method::isDefault));
        assertThat(code)
                .containsAll(methods(
                        RepositoryStatistics.class,
                        method -> method.getParameterCount() == 0
                                && !method.getName().equals("toString")));
        assertThat(code)
                .containsAll(names(LimiterListener.BucketWrite.Kind.values()))
                .containsAll(names(LimiterListener.BucketWrite.Outcome.values()));
    }

    @Test
    void whatItWrites_namesEachAttributeThatIsWritten() {
        Set<String> code = codeOf("docs/operator/what-it-writes.md");

        assertThat(code).containsAll(attributesWritten());
    }

    /** Everything that a repository does, once, and the names of the attributes that it leaves. */
    private static Set<String> attributesWritten() {
        ManualClock clock = new ManualClock();
        Set<String> names = new TreeSet<>();
        try (InMemoryStore store = new InMemoryStore(clock);
                ChangeFeed feed = store.changes();
                LimitRepository repository =
                        RepositoryBuilder.on(store).environment(clock).build()) {
            useAll(repository, clock);
            for (List<ChangeRecord> some = feed.poll(1000).join();
                    !some.isEmpty();
                    some = feed.poll(1000).join()) {
                some.forEach(change -> names.addAll(attributes(change.after())));
            }
        }
        return names;
    }

    private static void useAll(LimitRepository repository, ManualClock clock) {
        repository.limits().setSystemDefaults(Limit.perDay("rpd", 7));
        repository.limits().setOnUnavailable(OnUnavailable.ALLOW);
        repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 7), Limit.perMinute("tpm", 7));
        repository.entities().create(Entity.builder("parent").build());
        repository
                .entities()
                .create(Entity.builder("child").parent("parent").cascade(true).build());
        repository.limits().setEntityLimits("child", "gpt-4", Limit.perMinute("rpm", 7));
        RateLimiter limiter = repository.rateLimiter();
        for (String entity : List.of("child", "other")) {
            AcquireRequest.Builder one =
                    AcquireRequest.entity(entity).resource("gpt-4").take("rpm", 1);
            limiter.acquire(one.build()).keep();
            clock.advance(Duration.ofMillis(7));
            limiter.acquire(one.build()).giveBack();
            limiter.acquire(AcquireRequest.entity(entity)
                            .resource("gpt-4")
                            .take("own", 1)
                            .limits(Limit.perMinute("own", 7))
                            .build())
                    .keep();
            clock.advance(Duration.ofMillis(7));
            limiter.acquire(one.take("tpm", 7).build()).keep();
        }
        repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 7));
        limiter.acquire(AcquireRequest.entity("other")
                        .resource("gpt-4")
                        .take("rpm", 1)
                        .build())
                .keep();
        repository.limits().deleteEntityLimits("child", "gpt-4");
    }

    private static Set<String> attributes(Item item) {
        Set<String> names = new TreeSet<>();
        for (int i = 0; item != null && i < item.layout().size(); i++) {
            String name = item.layout().name(i);
            if (!KEYS.contains(name) && !item.key().sk().equals("#ENTITY_CONFIG_RESOURCES")) {
                names.add(name.replaceAll("^([bl])_[a-z]+_([a-z]+)$", "$1_{limit}_$2"));
            }
        }
        return names;
    }

    private static Set<String> codeOf(String page) {
        return REPOSITORY.page(REPOSITORY.root().resolve(page)).codeSpans().stream()
                .map(MarkdownPage.Found::text)
                .collect(Collectors.toSet());
    }

    private static Set<String> methods(Class<?> type, java.util.function.Predicate<Method> which) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers())
                        && !Modifier.isStatic(method.getModifiers())
                        && !method.isSynthetic())
                .filter(which)
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> names(Enum<?>[] constants) {
        return Stream.of(constants).map(Enum::name).toList();
    }
}

package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;

import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.contract.ItemStoreContract;
import dev.zaelimiter.store.contract.StoreUnderTest;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** The kit tells a store that breaks the contract, says what is wrong, and always comes to an end. */
@Tag("extended")
class StoreContractKitTest {

    private static final Duration PATIENCE = Duration.ofMillis(300);
    private static final Duration MOST = Duration.ofSeconds(60);

    /** A store that breaks the contract, the group of tests that finds out, and a part of what they say. */
    private record Bad(String what, Supplier<ItemStore> store, String group, String complaint) {
        @Override
        public String toString() {
            return what;
        }
    }

    static Stream<Bad> badStores() {
        return Stream.of(
                new Bad(
                        "a feed that repeats its first record for ever",
                        BadStores::repeatingFeed,
                        "Changes",
                        "not enough changes"),
                new Bad(
                        "a feed that tells changes in the wrong order",
                        BadStores::shuffledFeed,
                        "Changes",
                        "out of order"),
                new Bad("a feed that tells nothing", BadStores::silentFeed, "Changes", "not enough changes"),
                new Bad("a query that never ends", BadStores::endlessQuery, "Queries", "came before"),
                new Bad("an index that never ends", BadStores::endlessQuery, "Indexes", "came before"),
                new Bad("a store that never answers a read", BadStores::deaf, "Reads", "no answer in"),
                new Bad(
                        "a store that answers before it writes, and forgets",
                        BadStores::forgetful,
                        "Writes",
                        "stored after"),
                new Bad(
                        "a store that takes no notice of conditions",
                        BadStores::unconditional,
                        "Conditions",
                        "answer to"),
                new Bad(
                        "a transaction that applies the first half",
                        BadStores::halfTransactions,
                        "Transactions",
                        "expect"),
                new Bad(
                        "a store that is still open after close",
                        BadStores::neverClosed,
                        "Lifecycle",
                        "should have failed"));
    }

    /** Run by this test alone: it is no test class of its own to Surefire, since it is nested. */
    static final class Subject extends ItemStoreContract {

        private static volatile Supplier<ItemStore> store = BadStores::good;

        @Override
        protected StoreUnderTest open() {
            return StoreUnderTest.of(store.get())
                    .withExactIndexReads()
                    .withChangeFeed()
                    .withPatience(PATIENCE, Duration.ofMillis(2));
        }
    }

    private static SummaryGeneratingListener run(Supplier<ItemStore> store, String group) {
        Subject.store = store;
        Class<?> nested = Arrays.stream(ItemStoreContract.class.getDeclaredClasses())
                .filter(each -> each.getSimpleName().equals(group))
                .findFirst()
                .orElseThrow();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectNestedClass(List.of(Subject.class), nested))
                .build();
        SummaryGeneratingListener heard = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, heard);
        return heard;
    }

    /** The kit hung on a feed that repeated its first record: it looked at the clock only when a poll was empty. */
    @ParameterizedTest
    @MethodSource("badStores")
    void kit_onAStoreThatBreaksTheContract_saysSoAndEnds(Bad bad) {
        SummaryGeneratingListener heard = assertTimeoutPreemptively(MOST, () -> run(bad.store, bad.group));

        assertThat(heard.getSummary().getTestsFailedCount()).as(bad.what).isPositive();
        assertThat(heard.getSummary().getFailures())
                .extracting(failure -> String.valueOf(failure.getException()))
                .anyMatch(text -> text.contains(bad.complaint));
    }

    @ParameterizedTest
    @MethodSource("groups")
    void kit_onAGoodStore_findsNothing(String group) {
        SummaryGeneratingListener heard = assertTimeoutPreemptively(MOST, () -> run(BadStores::good, group));

        assertThat(heard.getSummary().getFailures()).isEmpty();
        assertThat(heard.getSummary().getTestsSucceededCount()).isPositive();
    }

    static Stream<String> groups() {
        return badStores().map(Bad::group).distinct();
    }
}

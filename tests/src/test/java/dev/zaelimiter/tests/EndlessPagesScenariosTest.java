package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lists whose store comes to no end: each one ends, and says why. */
class EndlessPagesScenariosTest extends OvertakenScenarios {

    /** Whatever goes through pages until there are no more. */
    private enum Listing {
        NAMESPACES("listing namespaces") {
            @Override
            void read(LimitRepository repository) {
                Administration.of(repository).namespaces().list();
            }
        },
        BUCKETS("reading buckets") {
            @Override
            void read(LimitRepository repository) {
                Administration.of(repository).buckets().onResource("gpt-4").forEach(bucket -> {});
            }
        },
        SWITCHES("listing switches") {
            @Override
            void read(LimitRepository repository) {
                Administration.of(repository).switches().list().forEach(level -> {});
            }
        },
        AUDIT("listing records of changes") {
            @Override
            void read(LimitRepository repository) {
                Administration.of(repository).audit().readAll(null, null, 10, null);
            }
        },
        EXPORT("listing entities with limits on gpt-4") {
            @Override
            void read(LimitRepository repository) {
                Administration.of(repository).declared().export();
            }
        },
        FAN_OUT("finding the buckets of resource gpt-4") {
            @Override
            void read(LimitRepository repository) {
                Administration.of(repository).switches().tellBuckets(GPT);
            }
        },
        CHILDREN("reading the children of org") {
            @Override
            void read(LimitRepository repository) {
                repository.entities().deleteAndDetachChildren("org");
            }
        },
        TELLING("finding buckets of key") {
            @Override
            void read(LimitRepository repository) {
                repository.entities().setParent("key", "org");
            }
        };

        private final String words;

        Listing(String words) {
            this.words = words;
        }

        abstract void read(LimitRepository repository);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("pages that go in a circle, be it a large one")
    void listing_pagesInACircle_endsAndSaysSo(Listing listing) {
        AtomicInteger pages = new AtomicInteger();
        store.show(page -> new Page(page.items(), "place " + pages.getAndIncrement() % 7));
        assertThatThrownBy(() -> listing.read(repository))
                .isInstanceOf(StoreFailureException.class)
                .hasMessageStartingWith(listing.words + " failed: the store comes to no end")
                .hasMessageContaining("a page again that it has shown already");
        assertThat(pages.get()).isLessThan(50);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("pages that are empty for ever, each with another to follow")
    void listing_emptyForEver_endsAndSaysSo(Listing listing) {
        AtomicInteger pages = new AtomicInteger();
        store.answerQueries(query -> new Page(List.of(), "place " + pages.getAndIncrement()));
        long start = fleet.clock.monotonicNanos();
        assertThatThrownBy(() -> listing.read(repository))
                .isInstanceOf(StoreFailureException.class)
                .hasMessageStartingWith(listing.words + " failed: the store comes to no end")
                .hasMessageContaining("empty pages alone for 10000 ms");
        assertThat(Duration.ofNanos(fleet.clock.monotonicNanos() - start))
                .isBetween(Duration.ofSeconds(5), Duration.ofSeconds(10));
        assertThat(pages.get()).isLessThan(100);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("closed between two pages: no further one is read")
    void listing_closedInTheMiddle_endsWithThat(Listing listing) {
        AtomicInteger pages = new AtomicInteger();
        store.show(page -> {
            if (pages.incrementAndGet() == 2) {
                repository.close();
            }
            return new Page(page.items(), "place " + pages.get());
        });
        assertThat(catchThrowable(() -> listing.read(repository))).isInstanceOf(RepositoryClosedException.class);
        assertThat(pages).hasValue(2);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("denied between two pages: that is the error, immediately")
    void listing_deniedInTheMiddle_endsWithThat(Listing listing) {
        AtomicInteger pages = new AtomicInteger();
        store.show(page -> {
            if (pages.incrementAndGet() == 2) {
                store.deny();
            }
            return new Page(page.items(), "place " + pages.get());
        });
        assertThat(catchThrowable(() -> listing.read(repository)))
                .isInstanceOf(StoreFailureException.class)
                .hasCauseInstanceOf(StoreException.Denied.class);
        assertThat(pages).hasValue(2);
    }

    @Test
    @DisplayName("some empty pages among many others are no fault")
    void listing_emptyPagesInBetween_showsAll() {
        Page real = fleet.store.query(bucketsOnGpt()).join();
        AtomicInteger pages = new AtomicInteger();
        store.answerQueries(query -> {
            int page = pages.getAndIncrement();
            return new Page(page == 9 ? real.items() : List.of(), page < 17 ? "place " + page : null);
        });
        assertThat(Administration.of(repository).buckets().onResource("gpt-4")).hasSize(1);
        assertThat(pages).hasValue(18);
    }

    private Query bucketsOnGpt() {
        return fleet.changes().stream()
                .filter(change -> change.key().pk().contains("/BUCKET#"))
                .map(change -> Query.of(Query.Index.GSI2, change.after().text("GSI2PK")))
                .findFirst()
                .orElseThrow();
    }
}

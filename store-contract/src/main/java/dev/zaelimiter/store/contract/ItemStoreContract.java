package dev.zaelimiter.store.contract;

import org.junit.jupiter.api.Nested;

/**
 * What every store must do. A store adopts it with one class:
 *
 * <pre>{@code
 * class MyStoreContractTest extends ItemStoreContract {
 *     @Override
 *     protected StoreUnderTest open() {
 *         return StoreUnderTest.of(new MyStore(...)).withChangeFeed();
 *     }
 * }
 * }</pre>
 *
 * <p>Each group of tests is a nested class. What a store can't do is skipped with a reason, never passed over.
 */
public abstract class ItemStoreContract {

    /** For subclasses. */
    protected ItemStoreContract() {}

    /**
     * Opens the store. Called once for each test; several may look at the same table.
     *
     * @return an open store; the kit closes it after the test
     */
    protected abstract StoreUnderTest open();

    @Nested
    final class Writes extends WriteContract {
        @Override
        StoreUnderTest open() {
            return ItemStoreContract.this.open();
        }
    }

    @Nested
    final class Updates extends UpdateContract {
        @Override
        StoreUnderTest open() {
            return ItemStoreContract.this.open();
        }
    }

    @Nested
    final class Sums extends SumContract {
        @Override
        StoreUnderTest open() {
            return ItemStoreContract.this.open();
        }
    }

    @Nested
    final class Conditions extends ConditionContract {
        @Override
        StoreUnderTest open() {
            return ItemStoreContract.this.open();
        }
    }

    @Nested
    final class Transactions extends TransactionContract {
        @Override
        StoreUnderTest open() {
            return ItemStoreContract.this.open();
        }
    }

    @Nested
    final class Tokens extends TokenContract {
        @Override
        StoreUnderTest open() {
            return ItemStoreContract.this.open();
        }
    }

    @Nested
    final class Reads extends ReadContract {
        @Override
        StoreUnderTest open() {
            return ItemStoreContract.this.open();
        }
    }

    @Nested
    final class Queries extends QueryContract {
        @Override
        StoreUnderTest open() {
            return ItemStoreContract.this.open();
        }
    }

    @Nested
    final class Indexes extends IndexContract {
        @Override
        StoreUnderTest open() {
            return ItemStoreContract.this.open();
        }
    }

    @Nested
    final class TimeToLive extends TtlContract {
        @Override
        StoreUnderTest open() {
            return ItemStoreContract.this.open();
        }
    }

    @Nested
    final class Changes extends ChangeFeedContract {
        @Override
        StoreUnderTest open() {
            return ItemStoreContract.this.open();
        }
    }

    @Nested
    final class Accounts extends AccountContract {
        @Override
        StoreUnderTest open() {
            return ItemStoreContract.this.open();
        }
    }

    @Nested
    final class DividedAccounts extends DividedAccountContract {
        @Override
        StoreUnderTest open() {
            return ItemStoreContract.this.open();
        }
    }

    @Nested
    final class Concurrency extends ConcurrencyContract {
        @Override
        StoreUnderTest open() {
            return ItemStoreContract.this.open();
        }
    }

    @Nested
    final class Lifecycle extends LifecycleContract {
        @Override
        StoreUnderTest open() {
            return ItemStoreContract.this.open();
        }
    }
}

package dev.zaelimiter.testkit.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AccountTest {

    private static final long ASKING = 3000;

    private final Account account = new Account();

    private void granted(long milli) {
        landed(milli);
        account.granted += milli;
    }

    private void landed(long milli) {
        account.landed += milli;
        account.taken += milli;
    }

    @Test
    void giveBack_bucketIsThere_mustLand() {
        granted(3000);
        account.giveBack(1000);

        assertThat(account.landed).isGreaterThan(account.most());
    }

    @Test
    void giveBack_bucketIsKnownToBeGone_needNotLand() {
        granted(3000);
        account.foundGone(ASKING);
        account.giveBack(1000);

        assertThat(account.landed).isEqualTo(account.most());
    }

    @Test
    void foundGone_giveBackUnderWay_needNotLand() {
        granted(3000);
        account.giveBack(1000);
        account.foundGone(ASKING);

        assertThat(account.landed).isEqualTo(account.most());
    }

    @Test
    void giveBack_bucketWasFoundAgain_mustLand() {
        granted(3000);
        account.foundGone(ASKING);
        account.foundThere(true);
        account.giveBack(1000);

        assertThat(account.landed).isGreaterThan(account.most());
    }

    @Test
    void foundGone_takeOfSomebodyWhoWasRefused_needNotGoBack() {
        landed(3000);
        account.foundGone(0);

        assertThat(account.landed).isEqualTo(account.most());
    }

    @Test
    void told_bucketWasSeenGone_needNotGoBack() {
        landed(3000);
        account.foundGone(ASKING);
        account.foundThere(false);
        account.told(3000);

        assertThat(account.landed).isEqualTo(account.most());
    }

    @Test
    void told_bucketWasFoundAgain_mustLand() {
        landed(3000);
        account.foundGone(ASKING);
        account.foundThere(true);
        account.told(3000);

        assertThat(account.landed).isGreaterThan(account.most());
    }

    @Test
    void foundGone_takeNotGrantedYet_excusesNoGiveBackThatIsLostLater() {
        landed(3000);
        account.foundGone(ASKING);
        account.granted += 3000;
        account.foundThere(true);
        account.giveBack(1000);

        assertThat(account.landed).isGreaterThan(account.most());
    }
}

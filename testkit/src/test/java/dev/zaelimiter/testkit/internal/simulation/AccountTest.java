package dev.zaelimiter.testkit.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class AccountTest {

    private static final long ASKING = 3000;

    private final Account account = new Account();

    private void granted(long milli) {
        account.land(milli);
        account.grant(milli);
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
        account.land(3000);
        account.foundGone(0);

        assertThat(account.landed).isEqualTo(account.most());
    }

    @Test
    void told_bucketWasSeenGone_needNotGoBack() {
        account.land(3000);
        account.foundGone(ASKING);
        account.foundThere(false);
        account.told(3000);

        assertThat(account.landed).isEqualTo(account.most());
    }

    @Test
    void told_bucketWasFoundAgain_mustLand() {
        account.land(3000);
        account.foundGone(ASKING);
        account.foundThere(true);
        account.told(3000);

        assertThat(account.landed).isGreaterThan(account.most());
    }

    @Test
    void foundGone_takeNotGrantedYet_excusesNoGiveBackThatIsLostLater() {
        account.land(3000);
        account.foundGone(ASKING);
        account.grant(3000);
        account.foundThere(true);
        account.giveBack(1000);

        assertThat(account.landed).isGreaterThan(account.most());
    }

    @Test
    void owedBack_moreThanALongHolds_isExact() {
        long most = 1_000_000_000_000_000_000L;
        for (int i = 0; i < 40; i++) {
            account.land(most);
        }

        assertThat(account.owedBack()).isEqualTo(BigInteger.valueOf(most).multiply(BigInteger.valueOf(40)));
        assertThat(account.unbacked()).isFalse();
    }
}

package dev.zaelimiter.dynamodb;

import dev.zaelimiter.store.StoreException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;

/**
 * What a throttled call says of the limit that it met: the table's, an index's, the account's, or that of one key
 * range. The service names it in three parts: what was throttled, reads or writes, and by which limit.
 */
final class Throttles {

    private static final String OF_THE_TABLE = "Table";
    private static final String BY_KEY_RANGE = "KeyRangeThroughputExceeded";

    private Throttles() {}

    /**
     * A throttled call.
     *
     * @param said the message so far; what the service says of its limits is added
     * @param e what the SDK threw
     */
    static StoreException.Throttled of(String said, AwsServiceException e) {
        List<ThrottlingReason> reasons = reasons(e);
        return reasons.isEmpty()
                ? new StoreException.Throttled(said, e)
                : new StoreException.Throttled(said + described(reasons), e, onlyKeyRange(reasons));
    }

    private static List<ThrottlingReason> reasons(AwsServiceException e) {
        if (e instanceof ProvisionedThroughputExceededException provisioned) {
            return provisioned.throttlingReasons();
        } else if (e instanceof ThrottlingException throttling) {
            return throttling.throttlingReasons();
        } else if (e instanceof RequestLimitExceededException limit) {
            return limit.throttlingReasons();
        }
        return List.of();
    }

    private static String described(List<ThrottlingReason> reasons) {
        return reasons.stream()
                .map(reason -> reason.reason() + " of " + reason.resource())
                .collect(Collectors.joining(", ", " (", ")"));
    }

    /**
     * Whether other keys of the table would still be served: its own limit, the account's and its indexes' do not stand
     * in the way.
     */
    private static boolean onlyKeyRange(List<ThrottlingReason> reasons) {
        return reasons.stream().map(ThrottlingReason::reason).allMatch(Throttles::isKeyRangeOfTheTable);
    }

    private static boolean isKeyRangeOfTheTable(@Nullable String reason) {
        return reason != null && reason.startsWith(OF_THE_TABLE) && reason.endsWith(BY_KEY_RANGE);
    }
}

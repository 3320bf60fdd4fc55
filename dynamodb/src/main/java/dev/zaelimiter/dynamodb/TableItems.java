package dev.zaelimiter.dynamodb;

import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.store.Item;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Reads a table from end to end, in the order in which the service keeps it. Blocks. For one thread. */
final class TableItems {

    private final Connection connection;
    private final PatientCalls calls;

    TableItems(Connection connection, PatientCalls calls) {
        this.connection = connection;
        this.calls = calls;
        // The table was described just now.
        calls.seen();
    }

    /** Every item, page by page: each as it is when its page is read. */
    void each(Consumer<Item> items) {
        Map<String, AttributeValue> after = Map.of();
        do {
            ScanResponse page = page(after);
            page.items().forEach(item -> items.accept(Attributes.decode(item)));
            Map<String, AttributeValue> next = page.lastEvaluatedKey();
            if (!next.isEmpty() && next.equals(after)) {
                throw failed(connection.failures().noAnswer("two pages of a table that end at the same key"));
            }
            after = next;
        } while (!after.isEmpty());
    }

    private ScanResponse page(Map<String, AttributeValue> after) {
        ScanRequest.Builder request = ScanRequest.builder()
                .tableName(connection.table())
                .consistentRead(true)
                .overrideConfiguration(calls.patient());
        if (!after.isEmpty()) {
            request.exclusiveStartKey(after);
        }
        try {
            return calls.patiently(() -> connection.client().scan(request.build()));
        } catch (PatientCalls.Failed e) {
            throw failed(connection.failures().of(e.why()));
        }
    }

    private StoreFailureException failed(Exception why) {
        return new StoreFailureException(
                "reading table " + connection.table() + connection.where() + " from end to end", false, why);
    }
}

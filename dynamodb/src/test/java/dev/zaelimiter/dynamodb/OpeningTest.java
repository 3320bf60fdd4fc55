package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.CannotOpenException.Reason;
import dev.zaelimiter.Environment;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/** Opening a repository on real stores: what is created, what is refused, and with which words. */
@Tag("extended")
@Tag("back-end")
final class OpeningTest {

    private final String table = Backend.newTable();

    private DynamoDbBuilder builder(Backend backend) {
        return DynamoDbRepository.builder(table)
                .region("us-east-1")
                .endpoint(backend.endpoint())
                .credentials("local", "local")
                .callTimeout(Duration.ofSeconds(20))
                .settings(settings -> settings.deadline(Duration.ofSeconds(30)));
    }

    private CannotOpenException refused(Backend backend) {
        CannotOpenException refused = catchThrowableOfType(
                CannotOpenException.class, () -> builder(backend).connect().close());
        assertThat(refused).isNotNull().hasMessageContaining(table);
        return refused;
    }

    private static void acquires(LimitRepository repository) {
        repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 2));
        AcquireRequest request =
                AcquireRequest.entity("key-1").resource("gpt-4").take("rpm", 1).build();
        repository.rateLimiter().acquire(request).keep();
        repository.rateLimiter().acquire(request).keep();
        assertThat(repository.rateLimiter().tryAcquire(request).granted()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void open_nothingThere_createsAndThenConnects(Backend backend) {
        try (LimitRepository repository = builder(backend).open()) {
            acquires(repository);
        }
        try (LimitRepository again = builder(backend).connect()) {
            assertThat(again.limits().getResourceDefaults("gpt-4")).hasSize(1);
        }
        builder(backend).open().close();
    }

    @ParameterizedTest
    @EnumSource
    void connect_noTable_saysWhichAndWhatToDo(Backend backend) {
        CannotOpenException refused = refused(backend);

        assertThat(refused.reason()).isEqualTo(Reason.TABLE_MISSING);
        assertThat(refused).hasMessageContaining("DynamoDbRepository.open").hasMessageContaining("us-east-1");
    }

    @ParameterizedTest
    @EnumSource
    void connect_noSuchNamespace_registersNone(Backend backend) {
        builder(backend).open().close();

        CannotOpenException refused = catchThrowableOfType(
                CannotOpenException.class,
                () -> builder(backend)
                        .settings(settings -> settings.namespace("other"))
                        .connect());

        assertThat(refused.reason()).isEqualTo(Reason.NAMESPACE_MISSING);
        assertThat(refused).hasMessageContaining("other").hasMessageContaining(table);
    }

    @ParameterizedTest
    @EnumSource
    void connect_tableOfAnotherKind_isRefusedAndLeftAlone(Backend backend) {
        try (Connection connection = backend.connect(table)) {
            connection
                    .client()
                    .createTable(create -> create.tableName(table)
                            .billingMode("PAY_PER_REQUEST")
                            .attributeDefinitions(AttributeDefinition.builder()
                                    .attributeName("id")
                                    .attributeType("N")
                                    .build())
                            .keySchema(KeySchemaElement.builder()
                                    .attributeName("id")
                                    .keyType("HASH")
                                    .build()))
                    .join();
        }

        CannotOpenException refused = refused(backend);

        assertThat(refused.reason()).isEqualTo(Reason.TABLE_UNFIT);
        assertThat(refused).hasMessageContaining("id (N)").hasMessageContaining("PK and SK");
    }

    @ParameterizedTest
    @EnumSource
    void connect_newerWritersAtWork_isRefused(Backend backend) {
        builder(backend).open().close();
        WriteShape raise = WriteShape.update(
                null,
                List.of(new Action(Verb.SET, "client_min_version", new Operand.Constant(AttributeValue.of("0.18.0")))));
        try (DynamoDbItemStore store = new DynamoDbItemStore(backend.connect(table), Environment.system())) {
            store.write(Write.of(raise, VersionRecord.KEY)).join();
        }

        CannotOpenException refused = refused(backend);

        assertThat(refused.reason()).isEqualTo(Reason.VERSION_REFUSED);
        assertThat(refused).hasMessageContaining("0.18.0");
    }

    /** As the Python system makes it: GSI2 holds whole items, and there are local indexes. */
    @ParameterizedTest
    @EnumSource
    void open_tableOfTheOriginal_works(Backend backend) {
        var own = TableDefinition.create(table);
        var attributes = new java.util.ArrayList<>(own.attributeDefinitions());
        attributes.add(AttributeDefinition.builder()
                .attributeName("LSI1SK")
                .attributeType("S")
                .build());
        var local = LocalSecondaryIndex.builder()
                .indexName("LSI1")
                .keySchema(
                        KeySchemaElement.builder()
                                .attributeName("PK")
                                .keyType("HASH")
                                .build(),
                        KeySchemaElement.builder()
                                .attributeName("LSI1SK")
                                .keyType("RANGE")
                                .build())
                .projection(projection -> projection.projectionType(ProjectionType.ALL))
                .build();
        var indexes = own.globalSecondaryIndexes().stream()
                .map(index -> index.indexName().equals("GSI2")
                        ? index.toBuilder()
                                .projection(projection -> projection.projectionType(ProjectionType.ALL))
                                .build()
                        : index)
                .toList();
        try (Connection connection = backend.connect(table)) {
            connection
                    .client()
                    .createTable(own.toBuilder()
                            .attributeDefinitions(attributes)
                            .globalSecondaryIndexes(indexes)
                            .localSecondaryIndexes(local)
                            .build())
                    .join();
        }

        try (LimitRepository repository = builder(backend).open()) {
            acquires(repository);
        }
    }
}

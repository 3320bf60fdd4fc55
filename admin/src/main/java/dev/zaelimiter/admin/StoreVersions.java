package dev.zaelimiter.admin;

import dev.zaelimiter.internal.facets.EngineRepository;
import dev.zaelimiter.internal.schema.VersionItems;
import dev.zaelimiter.store.Item;
import java.util.Optional;

/**
 * Which versions a store says that it was made for. The Python system writes the same record. Immutable.
 *
 * @param schema of the items; empty if the record does not say
 * @param leastClient the oldest client that may work on it
 * @param aggregator of the Python system's function that counts usage; empty if it has deployed none. This system never
 *     writes it: by it the Python system decides whether to put its own code into that function
 * @param updatedAt when the record was written last, in ISO-8601
 * @param updatedBy which program wrote it
 */
public record StoreVersions(
        Optional<String> schema,
        Optional<String> leastClient,
        Optional<String> aggregator,
        Optional<String> updatedAt,
        Optional<String> updatedBy) {

    /**
     * The version of the Python system whose items this one understands. Where a store asks for newer clients, it is
     * not opened.
     */
    public static final String UNDERSTOOD = "0.17.0";

    /** The schema of the items that this version writes, by the Python system's count. */
    public static final String OWN_SCHEMA = VersionItems.OWN_SCHEMA;

    static Optional<StoreVersions> read(EngineRepository repository) {
        Item record = repository
                .waiting()
                .read(
                        "reading the record of versions",
                        repository.engine().patientStore().get(VersionItems.KEY));
        return Optional.ofNullable(record)
                .map(item -> new StoreVersions(
                        Optional.ofNullable(item.text(VersionItems.SCHEMA)),
                        Optional.ofNullable(item.text(VersionItems.LEAST_CLIENT)),
                        Optional.ofNullable(item.text(VersionItems.AGGREGATOR)),
                        Optional.ofNullable(item.text("updated_at")),
                        Optional.ofNullable(item.text("updated_by"))));
    }
}

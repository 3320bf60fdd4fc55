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
 * @param aggregator of the function that counts usage; empty if none is deployed
 */
public record StoreVersions(Optional<String> schema, Optional<String> leastClient, Optional<String> aggregator) {

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
                        Optional.ofNullable(item.text(VersionItems.AGGREGATOR))));
    }
}

package dev.zaelimiter.cli.admin.store;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.FileStore;
import dev.zaelimiter.embedded.StoreFile;
import dev.zaelimiter.embedded.StoreFileReport;
import dev.zaelimiter.loadtest.internal.plan.StorePlace;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** A store in a file. */
final class FileSource implements StoreSource {

    private final String name;

    FileSource(String name) {
        this.name = name;
    }

    @Override
    public LimitRepository open(boolean create, Consumer<RepositoryBuilder> settings) {
        Path path = path();
        if (!create && !Files.exists(path)) {
            throw new BadInputException("there is no file '" + name + "': check the name, or add --create to make it");
        }
        RepositoryBuilder builder =
                RepositoryBuilder.opening(environment -> FileStore.open(path, Durability.PROCESS_CRASH, environment));
        settings.accept(builder);
        return (create ? builder : builder.existingNamespace()).build();
    }

    @Override
    public Runnable holdOpen() {
        return () -> {};
    }

    @Override
    public StorePlace place() {
        return new StorePlace.StoredFile(path().toAbsolutePath().toString());
    }

    @Override
    public String title() {
        Path file = path().getFileName();
        return "file " + (file == null ? name : file);
    }

    @Override
    public boolean billsReads() {
        return false;
    }

    @Override
    public StoreFacts facts() {
        StoreFileReport report = StoreFile.check(path());
        return new StoreFacts(
                "file",
                name,
                null,
                null,
                report.state().name().toLowerCase(Locale.ROOT),
                report.problem() == null,
                report.items(),
                report.length(),
                null,
                null,
                null,
                List.of());
    }

    @Override
    public void readAll(LongConsumer about, Consumer<Item> each) {
        Path path = path();
        if (!Files.exists(path)) {
            throw new BadInputException("there is no file '" + name + "': check the name");
        }
        StoreFileReport report = StoreFile.read(path, each);
        if (report.state() == StoreFileReport.State.FOREIGN) {
            throw new BadInputException(name + " " + report.problem());
        }
    }

    private Path path() {
        try {
            if (name.equals("-")) {
                throw new InvalidInputException(
                        "--embedded", name, "the name of a file: a store is not read from standard input");
            }
            if (name.isEmpty()) {
                throw new InvalidInputException("--embedded", name, "the name of a file");
            }
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new InvalidInputException("--embedded", name, Objects.toString(e.getReason()));
        }
    }
}

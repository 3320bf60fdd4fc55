package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Environment;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.embedded.journal.BatchEncoder;
import dev.zaelimiter.embedded.journal.JournalWriter;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A18: on a full disk a message named the key of an item, which means nothing to its reader. */
@DisplayName("A18: what is said when the disk is full")
@Timeout(120)
class FullDiskMessagesTest {

    @TempDir
    private Path directory;

    private volatile boolean full;

    private LimitRepository open() {
        return RepositoryBuilder.opening(this::store)
                .deadline(Duration.ofSeconds(2))
                .build();
    }

    private FileStore store(Environment environment) {
        return new FileOpening(
                directory.resolve("limits.zae"), Durability.PROCESS_CRASH, environment, JournalFile.USUAL_SLACK) {
            @Override
            JournalFile journalFile(JournalWriter writer, Environment env, Durability durable, long allowed) {
                return new JournalFile(writer, env, durable, allowed) {
                    @Override
                    void append(BatchEncoder batch) throws IOException {
                        if (full) {
                            throw new IOException("No space left on device");
                        }
                        super.append(batch);
                    }
                };
            }
        }.open();
    }

    /** The id under which the namespace is stored: the first part of each of its keys. */
    private String internalId() {
        List<String> ids = new ArrayList<>();
        StoreFile.read(directory.resolve("limits.zae"), item -> {
            if (item.key().sk().equals("#CONFIG")) {
                ids.add(item.key().pk().split("/", -1)[0]);
            }
        });
        return ids.get(0);
    }

    @Test
    void everyCall_diskFull_saysSoWithoutInternalNames() {
        try (LimitRepository repository = open()) {
            repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100));
            AcquireRequest request = AcquireRequest.entity("user-1")
                    .resource("gpt-4")
                    .take("rpm", 1)
                    .build();
            repository.rateLimiter().acquire(request).keep();
            String internalId = internalId();
            full = true;
            Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
            calls.put("acquire", () -> repository.rateLimiter().acquire(request).keep());
            calls.put(
                    "acquire again",
                    () -> repository.rateLimiter().acquire(request).keep());
            calls.put("set limits", () -> repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 50)));
            calls.put(
                    "create",
                    () -> repository.entities().create(Entity.builder("user-2").build()));
            calls.forEach((name, call) -> {
                Throwable thrown = catchThrowable(call);
                assertThat(thrown).as(name).isInstanceOf(RateLimiterException.class);
                assertThat(thrown.getMessage())
                        .as(name)
                        .contains("No space left on device")
                        .doesNotContain("#", internalId);
            });
        }
    }
}

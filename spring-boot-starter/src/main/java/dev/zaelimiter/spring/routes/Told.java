package dev.zaelimiter.spring.routes;

import dev.zaelimiter.Lease;
import dev.zaelimiter.http.HeaderField;
import dev.zaelimiter.http.HttpAnswers;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What one response has to tell of the calls of its controller: any thread may say it, and whoever sends the response
 * writes it. Safe for use by many threads.
 */
final class Told implements Consumer<List<Lease>> {

    private final HttpAnswers answers;
    private volatile List<HeaderField> fields = List.of();

    Told(HttpAnswers answers) {
        this.answers = answers;
    }

    @Override
    public void accept(List<Lease> leases) {
        fields = answers.fields(leases);
    }

    void write(BiConsumer<String, String> response) {
        for (HeaderField field : fields) {
            response.accept(field.name(), field.value());
        }
    }
}

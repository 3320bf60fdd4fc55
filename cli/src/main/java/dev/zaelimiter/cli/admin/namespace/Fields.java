package dev.zaelimiter.cli.admin.namespace;

import dev.zaelimiter.admin.Namespace;
import dev.zaelimiter.cli.admin.output.Output;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is shown of a namespace. */
final class Fields {

    private Fields() {}

    static Map<String, @Nullable Object> of(Namespace namespace) {
        return Output.fields(
                "name", namespace.name(),
                "namespace_id", namespace.id(),
                "status", namespace.status(),
                "created_at", namespace.createdAt(),
                "deleted_at", namespace.deletedAt().orElse(null));
    }

    static List<Map<String, @Nullable Object>> of(List<Namespace> namespaces) {
        return namespaces.stream().map(Fields::of).toList();
    }
}

package dev.zaelimiter.spring.annotation;

import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.admin.manifest.DeclaredLevel;
import dev.zaelimiter.admin.manifest.Manifest;
import dev.zaelimiter.spring.boot.DeclaredLimitsOfApplication;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * Compares names in annotations with the limits that the application declares: what is taken of a limit that is declared nowhere
 * would fail at the first call. Where nothing is declared, limits are made elsewhere and nobody can tell.
 */
final class DeclaredNamesCheck implements Consumer<LimitedOperation> {

    private final ListableBeanFactory beans;

    DeclaredNamesCheck(ListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public void accept(LimitedOperation operation) {
        DeclaredLimitsOfApplication declared =
                beans.getBeanProvider(DeclaredLimitsOfApplication.class).getIfAvailable();
        Manifest manifest = declared == null ? null : declared.manifest();
        if (manifest == null || !operation.resource().isFixed()) {
            return;
        }
        String resource = operation.fixedResource();
        Set<String> known = new TreeSet<>();
        for (Map.Entry<Level, DeclaredLevel> each : manifest.levels().entrySet()) {
            if (each.getKey().resource().map(resource::equals).orElse(true)) {
                each.getValue().limits().stream().map(Limit::name).forEach(known::add);
            }
        }
        for (String limit : operation.limits()) {
            if (!known.contains(limit)) {
                throw operation.where()
                        .at("take")
                        .failed(
                                limit,
                                "is no limit that zae.limiter.limits declares for resource '" + resource + "'; there are "
                                        + known,
                                null);
            }
        }
    }
}

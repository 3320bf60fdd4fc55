package dev.zaelimiter.spring.annotation;

import dev.zaelimiter.spring.boot.DeclaredLimitsOfApplication;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * Compares names in annotations with the limits that the application declares: what is taken of a limit that is
 * declared nowhere would fail at the first call. Where nothing is declared, limits are made elsewhere and nobody can
 * tell.
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
        if (declared == null || !operation.resource().isFixed()) {
            return;
        }
        String resource = operation.fixedResource();
        Set<String> known = declared.limitsOn(resource);
        if (known == null) {
            return;
        }
        for (String limit : operation.limits()) {
            if (!known.contains(limit)) {
                throw operation
                        .where()
                        .at("take")
                        .failed(
                                limit,
                                "is no limit that zae.limiter.limits declares for resource '" + resource
                                        + "'; there are " + known,
                                null);
            }
        }
    }
}

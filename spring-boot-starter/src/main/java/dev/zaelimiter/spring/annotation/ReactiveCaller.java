package dev.zaelimiter.spring.annotation;

import java.util.function.Supplier;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Mono;

/**
 * Who subscribes: as Spring Security knows it from the stream's context, or else as the thread that called the method
 * knew it.
 */
final class ReactiveCaller {

    private static final boolean SECURED = ClassUtils.isPresent(
            "org.springframework.security.core.context.ReactiveSecurityContextHolder",
            ReactiveCaller.class.getClassLoader());

    private ReactiveCaller() {}

    /** A context for one subscription. */
    static Mono<CallContext> of(CallContext assembled, Supplier<CallContext> contexts) {
        Mono<CallContext> ofCaller = Mono.fromSupplier(() -> contexts.get().withPrincipal(assembled.principal()));
        return SECURED ? Secured.principal(contexts).switchIfEmpty(ofCaller) : ofCaller;
    }

    /** Loaded only where there is Spring Security. */
    private static final class Secured {
        static Mono<CallContext> principal(Supplier<CallContext> contexts) {
            return ReactiveSecurityContextHolder.getContext()
                    .mapNotNull(LoggedInCaller::known)
                    .map(principal -> contexts.get().withPrincipal(principal));
        }
    }
}

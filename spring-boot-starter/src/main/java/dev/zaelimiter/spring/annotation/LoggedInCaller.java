package dev.zaelimiter.spring.annotation;

import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Who is logged in. All who are not would share one bucket if they had the name of the anonymous one: they are nobody.
 */
final class LoggedInCaller implements CallerSource {

    private static final AuthenticationTrustResolver TRUST = new AuthenticationTrustResolverImpl();

    @Override
    public @Nullable Object current() {
        return known(SecurityContextHolder.getContext());
    }

    static @Nullable Authentication known(SecurityContext context) {
        Authentication authentication = context.getAuthentication();
        return authentication == null || TRUST.isAnonymous(authentication) || !authentication.isAuthenticated()
                ? null
                : authentication;
    }
}

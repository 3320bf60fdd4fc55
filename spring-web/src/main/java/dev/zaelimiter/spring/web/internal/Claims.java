package dev.zaelimiter.spring.web.internal;

import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.util.ClassUtils;

/** What a token says of who is logged in, where Spring Security and its OAuth 2 are on the class path. */
public final class Claims {

    private static final boolean THERE = ClassUtils.isPresent(
            "org.springframework.security.oauth2.core.ClaimAccessor", Claims.class.getClassLoader());

    private Claims() {}

    /**
     * Whether there are any.
     *
     * @return false without Spring Security's OAuth 2
     */
    public static boolean areThere() {
        return THERE;
    }

    /**
     * A claim.
     *
     * @param principal who is logged in, if anybody is
     * @param name the claim's name
     * @return its value, or null
     */
    public static @Nullable Object of(@Nullable Principal principal, String name) {
        return principal != null && THERE ? Tokens.claim(principal, name) : null;
    }

    /** Loaded only where Spring Security is. */
    private static final class Tokens {

        static @Nullable Object claim(Principal principal, String name) {
            if (!(principal instanceof Authentication login)) {
                return said(principal, name);
            }
            Object who = said(login.getPrincipal(), name);
            // The principal may be another one than the token, if the application makes it.
            return who != null ? who : said(login.getCredentials(), name);
        }

        private static @Nullable Object said(@Nullable Object by, String name) {
            if (by instanceof ClaimAccessor token) {
                return token.getClaims().get(name);
            }
            return by instanceof OAuth2AuthenticatedPrincipal user
                    ? user.getAttributes().get(name)
                    : null;
        }
    }
}

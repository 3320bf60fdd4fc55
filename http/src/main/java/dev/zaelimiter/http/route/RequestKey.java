package dev.zaelimiter.http.route;

import dev.zaelimiter.NameEncoding;
import dev.zaelimiter.http.address.ClientAddresses;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Whose a request is. The text that it gives becomes the entity; what is no legal name is encoded
 * ({@link NameEncoding}).
 *
 * <p>Ids of entities are stored, and stand in logs. Of a secret, such as an API key, take {@link #hashed}. What a
 * client may choose at will limits nobody: take a field only behind something that has checked it.
 */
@FunctionalInterface
public interface RequestKey {

    /**
     * Looks at a request.
     *
     * @param call the request
     * @return a text of at least one character; empty if the request does not say
     */
    Optional<String> of(HttpCall call);

    /**
     * Variables that the path of the route must have.
     *
     * @return their names
     */
    default Set<String> pathVariables() {
        return Set.of();
    }

    /**
     * The value of a field of the request, if it stands there once.
     *
     * @param name the field's name
     * @return a key
     */
    static RequestKey header(String name) {
        Objects.requireNonNull(name, "name");
        return call -> call.header(name);
    }

    /**
     * Who is logged in.
     *
     * @return a key
     */
    static RequestKey principal() {
        return call -> Optional.ofNullable(call.principal());
    }

    /**
     * What the token of who is logged in says, such as {@code sub} or {@code tenant}.
     *
     * @param name the claim's name; its value is a text or a whole number
     * @return a key
     */
    static RequestKey claim(String name) {
        Objects.requireNonNull(name, "name");
        return call -> Claim.text(call.claim(name));
    }

    /**
     * The address of the client.
     *
     * @param addresses how it is found
     * @return a key
     */
    static RequestKey address(ClientAddresses addresses) {
        Objects.requireNonNull(addresses, "addresses");
        return call -> addresses.client(call.peer(), call::headers);
    }

    /**
     * An attribute of the request, as text.
     *
     * @param name the attribute's name
     * @return a key
     */
    static RequestKey attribute(String name) {
        Objects.requireNonNull(name, "name");
        return call -> Optional.ofNullable(call.attribute(name)).map(Object::toString);
    }

    /**
     * A variable of the route's path.
     *
     * @param name the variable's name, without braces
     * @return a key; a route without that variable is refused when it is built
     */
    static RequestKey pathVariable(String name) {
        return new Needing(call -> call.pathVariable(name), Set.of(name));
    }

    /**
     * One entity for all, such as {@code everybody}.
     *
     * @param entity the entity
     * @return a key
     */
    static RequestKey fixed(String entity) {
        Optional<String> one = Optional.of(entity);
        return call -> one;
    }

    /**
     * This key, or another one where a request does not say this one.
     *
     * @param other another key
     * @return a key
     */
    default RequestKey orElse(RequestKey other) {
        Set<String> both = new HashSet<>(pathVariables());
        both.addAll(other.pathVariables());
        return new Needing(call -> of(call).or(() -> other.of(call)), Set.copyOf(both));
    }

    /**
     * This key with something in front of it, so that it can't be taken for a key of another kind.
     *
     * @param prefix for example {@code ip:}
     * @return a key
     */
    default RequestKey prefixed(String prefix) {
        return new Needing(call -> of(call).map(text -> prefix + text), pathVariables());
    }

    /**
     * A digest of this key, so that a secret is not stored: 128 bits of SHA-256, in hexadecimal, after {@code h-}. It
     * hides what can't be guessed, such as a random API key; it does not hide an e-mail address.
     *
     * @return a key
     */
    default RequestKey hashed() {
        return new Needing(call -> of(call).map(RequestKey::digest), pathVariables());
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "h-" + HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * A key that needs variables.
     *
     * @param key the key
     * @param pathVariables their names
     */
    record Needing(RequestKey key, Set<String> pathVariables) implements RequestKey {
        @Override
        public Optional<String> of(HttpCall call) {
            return key.of(call);
        }
    }
}

package dev.zaelimiter.admin.manifest;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.facets.Inputs;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The limits that a namespace is to have, as a file says. Immutable.
 *
 * <pre>{@code
 * namespace: default
 * system:
 *   on_unavailable: block
 *   limits:
 *     rpm: {capacity: 1000}
 * resources:
 *   gpt-4:
 *     limits:
 *       tpm: {capacity: 80000, refill_amount: 50000, refill_period: 60}
 * entities:
 *   key-abc:
 *     resources:
 *       _default_:
 *         limits:
 *           rpm: {capacity: 100}
 * }</pre>
 */
public final class Manifest {

    private final String namespace;
    private final Map<Level, DeclaredLevel> levels;

    Manifest(String namespace, Map<Level, DeclaredLevel> levels) {
        this.namespace = namespace;
        this.levels = Collections.unmodifiableMap(new LinkedHashMap<>(levels));
    }

    /**
     * Reads a manifest.
     *
     * @param yaml YAML 1.2, one document
     * @return the manifest
     * @throws ManifestException at the first entry that breaks a rule, naming its line
     */
    public static Manifest parse(String yaml) {
        return ManifestReader.read(yaml, null);
    }

    /**
     * Reads a manifest that need not name a namespace, for whoever wants to know limits and stores none.
     *
     * @param yaml YAML 1.2, one document
     * @param usualNamespace the namespace if the manifest names none
     * @return the manifest
     * @throws ManifestException at the first entry that breaks a rule, naming its line
     */
    public static Manifest parse(String yaml, String usualNamespace) {
        return ManifestReader.read(yaml, Inputs.namespace(usualNamespace));
    }

    /**
     * A manifest that wants the same limits for everybody on everything.
     *
     * @param namespace its name
     * @param limits 1 to 20, each name once
     * @return the manifest
     */
    public static Manifest ofSystem(String namespace, List<Limit> limits) {
        Set<String> names = new HashSet<>();
        for (Limit limit : limits) {
            if (!names.add(limit.name())) {
                throw new InvalidInputException("limits", limit.name(), "each name only once");
            }
        }
        if (limits.isEmpty() || limits.size() > AcquireRequest.MAX_LIMITS) {
            throw new InvalidInputException("limits", limits.size(), "1 to " + AcquireRequest.MAX_LIMITS + " limits");
        }
        return new Manifest(Inputs.namespace(namespace), Map.of(Level.system(), new DeclaredLevel(limits, null, null)));
    }

    /**
     * The namespace that it is for.
     *
     * @return its name, not its opaque id
     */
    public String namespace() {
        return namespace;
    }

    /**
     * What it wants.
     *
     * @return the system, then resources, then entities; each in the order of the file
     */
    public Map<Level, DeclaredLevel> levels() {
        return levels;
    }

    /**
     * Writes it as a file, with every number given and names in order: two manifests that want the same read the same.
     *
     * @return YAML that {@link #parse} reads
     */
    public String toYaml() {
        return ManifestWriter.write(this);
    }

    /**
     * Tells manifests apart that want different things.
     *
     * @return {@code sha256:} and hexadecimal digits, over {@link #toYaml}
     */
    public String hash() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(toYaml().getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

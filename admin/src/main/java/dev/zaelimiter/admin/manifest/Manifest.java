package dev.zaelimiter.admin.manifest;

import dev.zaelimiter.ConfigLevel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

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
    private final Map<ConfigLevel, DeclaredLevel> levels;

    Manifest(String namespace, Map<ConfigLevel, DeclaredLevel> levels) {
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
        return ManifestReader.read(yaml);
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
    public Map<ConfigLevel, DeclaredLevel> levels() {
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

package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.Key;
import org.jspecify.annotations.Nullable;

/** Every key of one namespace. Ids are checked before they get here; none contains {@code #}. */
public final class Keys {

    /** The resource under which an entity's defaults are stored. */
    public static final String DEFAULT_RESOURCE = "_default_";

    /** The namespace of the registry itself. */
    public static final String REGISTRY = "_";

    static final String STATE = "#STATE";
    static final String META = "#META";
    static final String CONFIG = "#CONFIG";
    static final String DEFAULT_SK = CONFIG + "#" + DEFAULT_RESOURCE;

    private static final int MAX_SHARD_DIGITS = 9;

    private final String namespace;
    private final Key system;
    /** The last one asked for: most keys of a process are of few resources, whose texts are kept once. */
    private @Nullable OfResource last;

    private record OfResource(String resource, Key config, String entitySk) {}

    /**
     * The keys of a namespace.
     *
     * @param namespaceId the opaque id, not the name
     */
    public Keys(String namespaceId) {
        this.namespace = namespaceId;
        this.system = Key.of(systemPk(), CONFIG);
    }

    private OfResource of(String resource) {
        OfResource known = last;
        if (known == null || !known.resource.equals(resource)) {
            known = new OfResource(resource, Key.of(resourcePk(resource), CONFIG), entitySk(resource));
            last = known;
        }
        return known;
    }

    private static String entitySk(String resource) {
        return resource.equals(DEFAULT_RESOURCE) ? DEFAULT_SK : CONFIG + "#" + resource;
    }

    /**
     * The namespace.
     *
     * @return the opaque id
     */
    public String namespace() {
        return namespace;
    }

    /**
     * A bucket's key.
     *
     * @param entity whose
     * @param resource on what
     * @param shard 0 for the first
     * @return the key
     */
    public Key bucket(String entity, String resource, int shard) {
        return Key.of(namespace + "/BUCKET#" + entity + "#" + resource + "#" + shard, STATE);
    }

    /** Whether a key is that of a bucket. */
    static boolean isBucket(Key key) {
        return key.sk().equals(STATE) && key.pk().startsWith("BUCKET#", key.pk().indexOf('/') + 1);
    }

    /**
     * Which shard lies under a bucket's key.
     *
     * @param bucket from {@link #bucket}
     * @return 0 for the first; also where the key says nothing that is a shard's number
     */
    public static int shard(Key bucket) {
        String pk = bucket.pk();
        int shard = 0;
        int digits = 0;
        for (int i = pk.lastIndexOf('#') + 1; i < pk.length(); i++) {
            char c = pk.charAt(i);
            if (c < '0' || c > '9' || ++digits > MAX_SHARD_DIGITS) {
                return 0;
            }
            shard = shard * 10 + c - '0';
        }
        return shard;
    }

    /**
     * An entity's own record.
     *
     * @param entity its id
     * @return the key
     */
    public Key meta(String entity) {
        return Key.of(entityPk(entity), META);
    }

    /**
     * The limits of an entity on a resource.
     *
     * @param entity who
     * @param resource on what, or {@link #DEFAULT_RESOURCE}
     * @return the key
     */
    public Key entityConfig(String entity, String resource) {
        return Key.of(entityPk(entity), entitySk(resource));
    }

    /**
     * The same for an entity whose record's key is at hand; shares its text.
     *
     * @param meta from {@link #meta}
     * @param resource on what
     * @return the key
     */
    public Key entityConfig(Key meta, String resource) {
        return Key.of(meta.pk(), resource.equals(DEFAULT_RESOURCE) ? DEFAULT_SK : of(resource).entitySk);
    }

    /**
     * The limits of a resource.
     *
     * @param resource on what
     * @return the key
     */
    public Key resourceConfig(String resource) {
        return of(resource).config;
    }

    /**
     * The limits of everything.
     *
     * @return the key
     */
    public Key systemConfig() {
        return system;
    }

    /**
     * The register of resources that have limits.
     *
     * @return the key
     */
    public Key resourceRegister() {
        return Key.of(systemPk(), "#RESOURCES");
    }

    /**
     * The register that counts, per resource, the entities with limits of their own.
     *
     * @return the key
     */
    public Key entityConfigRegister() {
        return Key.of(systemPk(), "#ENTITY_CONFIG_RESOURCES");
    }

    /**
     * Where the changes of something are recorded.
     *
     * @param subject an entity, or what {@link AuditItems} calls the system and resources
     * @return a partition
     */
    public String auditPk(String subject) {
        return namespace + "/AUDIT#" + subject;
    }

    String entityPk(String entity) {
        return namespace + "/ENTITY#" + entity;
    }

    String resourcePk(String resource) {
        return namespace + "/RESOURCE#" + resource;
    }

    String systemPk() {
        return namespace + "/SYSTEM#";
    }

    String parentPk(String parent) {
        return namespace + "/PARENT#" + parent;
    }

    String entityConfigPk(String resource) {
        return namespace + "/ENTITY_CONFIG#" + resource;
    }
}

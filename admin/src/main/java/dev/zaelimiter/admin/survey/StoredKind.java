package dev.zaelimiter.admin.survey;

import dev.zaelimiter.store.Key;

/** What an item is, by its key alone. */
enum StoredKind {
    BUCKET,
    OLD_BUCKET,
    OLD_LIMIT,
    ENTITY,
    LEVEL,
    NAMESPACE,
    VERSION,
    USAGE,
    PENDING,
    MIGRATION,
    /** How far an aggregator of ours has read. */
    MARK,
    /** Kept by either system for itself: registers, records of changes, operations, marks. */
    BOOKKEEPING,
    /** Of before there were namespaces. */
    WITHOUT_NAMESPACE,
    UNKNOWN;

    static StoredKind of(Key key) {
        String pk = key.pk();
        String sk = key.sk();
        int slash = pk.indexOf('/');
        int kind = pk.indexOf('#');
        if (kind < 0) {
            return UNKNOWN;
        } else if (slash < 0 || slash > kind) {
            return isPrefix(pk.substring(0, kind)) ? WITHOUT_NAMESPACE : UNKNOWN;
        }
        return switch (pk.substring(slash + 1, kind)) {
            case "BUCKET" -> sk.equals("#STATE") ? BUCKET : sk.startsWith("#OP#") ? BOOKKEEPING : UNKNOWN;
            case "ENTITY" -> ofEntity(sk);
            case "RESOURCE" -> sk.equals("#CONFIG") ? LEVEL : isBookkeeping(sk) ? BOOKKEEPING : UNKNOWN;
            case "SYSTEM" -> ofSystem(sk);
            case "AUDIT" -> sk.startsWith("#AUDIT#") ? BOOKKEEPING : UNKNOWN;
            default -> UNKNOWN;
        };
    }

    private static StoredKind ofEntity(String sk) {
        if (sk.equals("#META")) {
            return ENTITY;
        } else if (sk.startsWith("#CONFIG#")) {
            return LEVEL;
        } else if (sk.startsWith("#BUCKET#")) {
            return OLD_BUCKET;
        } else if (sk.startsWith("#LIMIT#")) {
            return OLD_LIMIT;
        } else if (sk.startsWith("#USAGE#")) {
            return USAGE;
        }
        return isBookkeeping(sk) ? BOOKKEEPING : UNKNOWN;
    }

    private static StoredKind ofSystem(String sk) {
        if (sk.equals("#CONFIG")) {
            return LEVEL;
        } else if (sk.equals("#VERSION")) {
            return VERSION;
        } else if (sk.startsWith("#NAMESPACE#") || sk.startsWith("#NSID#")) {
            return NAMESPACE;
        } else if (sk.startsWith("#PROVISIONER#PENDING#")) {
            return PENDING;
        } else if (sk.startsWith("#MIGRATION#")) {
            return MIGRATION;
        } else if (sk.startsWith("#STREAM")) {
            return MARK;
        } else if (sk.startsWith("#LIMIT#")) {
            return OLD_LIMIT;
        }
        return isBookkeeping(sk) ? BOOKKEEPING : UNKNOWN;
    }

    private static boolean isBookkeeping(String sk) {
        return sk.startsWith("#RESOURCES")
                || sk.startsWith("#ENTITY_CONFIG_RESOURCES")
                || sk.startsWith("#PROVISIONER")
                || sk.startsWith("#GONE")
                || sk.startsWith("#AGGREGATOR")
                || sk.startsWith("#ARCHIVED#")
                || sk.startsWith("#UNARCHIVED#");
    }

    private static boolean isPrefix(String word) {
        return word.equals("ENTITY")
                || word.equals("RESOURCE")
                || word.equals("SYSTEM")
                || word.equals("BUCKET")
                || word.equals("AUDIT");
    }
}

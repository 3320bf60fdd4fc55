package dev.zaelimiter.admin;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.NameEncoding;
import dev.zaelimiter.NamePage;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.facets.BlockingStore;
import dev.zaelimiter.internal.facets.EngineRepository;
import dev.zaelimiter.internal.schema.EntityQueries;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.store.Query;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The ids of all entities of which something is stored: a record, limits or a bucket. Blocking; safe for use by many
 * threads.
 *
 * <p>Ids are found by the index of the namespace, which knows keys alone. What was written within the last second may
 * be missing on a remote store.
 */
public final class EntityNames {

    private static final int LONGEST_PREFIX = 256;
    private static final int MOST_PAGES = 20;
    private static final int LEAST_KEYS = 100;
    private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9_.\\-:@]*");

    /** A character that no name may hold is written so at the end of an encoded one. */
    private static final String ESCAPED_NUL = "_00";

    private final Engine engine;
    private final BlockingStore blocking;

    EntityNames(EngineRepository repository) {
        this.engine = repository.engine();
        this.blocking = repository.waiting();
    }

    /**
     * Finds ids by how they begin. Ids that are {@link NameEncoding encoded} are found by how their text begins, too;
     * these come last.
     *
     * @param prefix of the id, or of its text; up to 256 characters, and empty for all
     * @param limit the most ids, 1 to 1000. A page may hold fewer, or none, and still not be the last: the keys of an
     *     entity with very many limits and buckets take several calls
     * @param after {@link NamePage#next} of the page before, or null for the first
     * @return ids in order, each once
     * @throws InvalidInputException if an argument breaks its rule
     * @throws StoreFailureException if the store fails
     */
    public NamePage beginningWith(String prefix, int limit, @Nullable String after) {
        engine.requireOpen();
        if (prefix.length() > LONGEST_PREFIX) {
            throw new InvalidInputException("prefix", prefix, "up to " + LONGEST_PREFIX + " characters");
        }
        if (limit < 1 || limit > Query.MAX_LIMIT) {
            throw new InvalidInputException("limit", limit, "1 to " + Query.MAX_LIMIT);
        }
        List<String> prefixes = prefixes(prefix);
        Place place = after == null ? Place.START : Place.of(after);
        List<String> names = new ArrayList<>();
        int pages = MOST_PAGES;
        while (place.part < prefixes.size()) {
            KeyNames records = records(prefixes.get(place.part), limit, place);
            KeyNames buckets = buckets(prefixes.get(place.part), limit, place);
            MergedNames merged = new MergedNames(records, buckets, place.last);
            if (merged.addTo(names, limit, pages)) {
                Place here = new Place(place.part, records.token(), buckets.token(), merged.last());
                return new NamePage(names, Optional.of(here.asToken()));
            }
            pages -= merged.pages();
            place = new Place(place.part + 1, "", "", "");
        }
        return new NamePage(names, Optional.empty());
    }

    private KeyNames records(String prefix, int limit, Place place) {
        Keys keys = engine.keys();
        Query query = EntityQueries.withEntities(keys, prefix).limit(keysAtOnce(limit));
        return new KeyNames(engine, blocking, query, place.records, key -> EntityQueries.entity(keys, key));
    }

    private KeyNames buckets(String prefix, int limit, Place place) {
        Query query = EntityQueries.bucketsOfEntities(engine.keys(), prefix).limit(keysAtOnce(limit));
        return new KeyNames(engine, blocking, query, place.buckets, EntityQueries::entityOfBucket);
    }

    /** An entity has a few keys as a rule. */
    private static int keysAtOnce(int limit) {
        return Math.min(Query.MAX_LIMIT, Math.max(LEAST_KEYS, 2 * limit));
    }

    /** The text as it is, if a name can begin so; and as it is written in an encoded name. */
    private static List<String> prefixes(String text) {
        List<String> prefixes = new ArrayList<>();
        if (LEGAL.matcher(text).matches()) {
            prefixes.add(text);
        }
        try {
            String name = NameEncoding.ENTITY.encodeOrShorten(text + '\0');
            if (name.endsWith(ESCAPED_NUL)) {
                String encoded = name.substring(0, name.length() - ESCAPED_NUL.length());
                if (prefixes.isEmpty() || !encoded.startsWith(text)) {
                    prefixes.add(encoded);
                }
            }
        } catch (InvalidInputException halfACharacter) {
            // No name begins so.
            return prefixes;
        }
        return prefixes;
    }

    /**
     * Where a page ended: the prefix, the pages of keys under way, and the last id that was given. Each page is read
     * again, as a token leads to the beginning of a page.
     */
    private record Place(int part, String records, String buckets, String last) {

        static final Place START = new Place(0, "", "", "");
        private static final int FIELDS = 4;

        String asToken() {
            String text = part + "\n" + records + "\n" + buckets + "\n" + last;
            return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        }

        static Place of(String token) {
            try {
                String[] fields =
                        new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8).split("\n", -1);
                if (fields.length == FIELDS && fields[0].matches("[01]")) {
                    return new Place(Integer.parseInt(fields[0]), fields[1], fields[2], fields[3]);
                }
            } catch (IllegalArgumentException notOurs) {
                throw wrong(token);
            }
            throw wrong(token);
        }

        private static InvalidInputException wrong(String token) {
            return new InvalidInputException("after", token, "what the page before gave to go on with");
        }
    }
}

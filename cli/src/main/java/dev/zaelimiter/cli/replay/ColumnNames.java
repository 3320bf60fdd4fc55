package dev.zaelimiter.cli.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What columns of one meaning are called in files that we know. Case, underscores and other signs make no difference:
 * {@code PromptTokens} and {@code prompt_tokens} are one name.
 */
final class ColumnNames {

    /**
     * Names that always mean an instant come before those that mean a duration elsewhere, as {@code request_time} does.
     */
    static final ColumnNames TIME = new ColumnNames(
            "timestamp timeiso8601 timelocal startedat started requestedat receivedat startutc starttime starttimestamp starttimeunixnano"
                    + " requesttimestamp arrivaltimestamp arrivaltime arrivedat eventtime datetime time ts date createdat created"
                    + " requesttime msec",
            "time timestamp");

    static final ColumnNames ENTITY = new ColumnNames(
            "entity entityid apikey apikeyid keyid user userid client clientid tenant tenantid customer customerid"
                    + " consumer consumerid consumerusername identityarn account accountid project projectid organization"
                    + " organizationid orgid clientip clienthost remoteip remoteaddr ipaddress clientaddr clientaddress sourceip ip"
                    + " cip forwardedfor xforwardedfor httpxforwardedfor downstreamaddress",
            "");
    static final ColumnNames RESOURCE =
            new ColumnNames("resource resourceid model modelid modelname service api operation", "");
    static final ColumnNames INPUT_TOKENS = new ColumnNames(
            "inputtokens prompttokens contexttokens requesttokens inputlength promptlength inputtokencount"
                    + " prompttokencount",
            "inputtokens prompttokens contexttokens requesttokens prefilltokens inputtokencount prompttokencount");
    static final ColumnNames OUTPUT_TOKENS = new ColumnNames(
            "outputtokens completiontokens generatedtokens responsetokens outputlength outputtokencount"
                    + " candidatestokencount",
            "outputtokens completiontokens generatedtokens generationtokens responsetokens decodetokens"
                    + " outputtokencount candidatestokencount");
    static final ColumnNames TOTAL_TOKENS =
            new ColumnNames("totaltokens tokens tokencount totaltokencount numtokens", "totaltokens");

    /** Which columns hold the addresses of clients. */
    static final ColumnNames ADDRESS = new ColumnNames(
            "clientip clienthost remoteip remoteaddr ipaddress clientaddr clientaddress sourceip ip cip forwardedfor"
                    + " xforwardedfor httpxforwardedfor downstreamaddress",
            "");

    /** Which columns hold what a proxy says of the client in front of it. */
    static final ColumnNames FORWARDED = new ColumnNames("forwardedfor xforwardedfor httpxforwardedfor", "");

    /** Who owns what was asked, rather than who asked: one for the whole file, as a rule. */
    static final ColumnNames OWNER =
            new ColumnNames("account accountid project projectid organization organizationid orgid", "");

    /** What a part of a path says of the columns in it: those of the request before those of anything behind it. */
    private static final Set<String> OF_REQUEST = Set.of("request", "req", "http", "httprequest", "client");

    private static final Set<String> OF_OTHERS = Set.of(
            "response",
            "resp",
            "upstream",
            "backend",
            "server",
            "target",
            "origin",
            "destination",
            "resource",
            "labels",
            "kubernetes",
            "k8s",
            "host",
            "container",
            "route",
            "service",
            "node",
            "process",
            "proxy",
            "cloud");

    /** An object's own history, never a request's. */
    private static final Set<String> OF_OBJECTS = Set.of("createdat", "created", "date");

    private final List<String> known;
    private final List<String> endings;

    private ColumnNames(String known, String endings) {
        this.known = List.of(known.split(" "));
        this.endings = endings.isEmpty() ? List.of() : List.of(endings.split(" "));
    }

    /** How a column comes to be a candidate, the best way first. */
    enum Way {
        /** Its whole name is known. */
        NAMED,

        /** It is inside an object, and its last part is known. */
        NESTED,

        /** Its name ends in a known way. */
        ENDING
    }

    /**
     * A column that may have a meaning.
     *
     * @param index from 0
     * @param way how it was found
     * @param place of its path among paths; the lower, the likelier
     * @param rank of its name among the known names; the lower, the likelier
     */
    record Candidate(int index, Way way, int place, int rank) {

        /** Whether nothing in the names says which of the two it is. */
        boolean ranksLike(Candidate other) {
            return way == other.way && place == other.place && rank == other.rank;
        }
    }

    /** All columns that may have this meaning, the likeliest first; those that are alike in the order of the file. */
    List<Candidate> candidates(List<String> header) {
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < header.size(); i++) {
            Candidate candidate = candidate(header.get(i), i);
            if (candidate != null) {
                candidates.add(candidate);
            }
        }
        candidates.sort((a, b) -> {
            int byWay = a.way.compareTo(b.way);
            int byPlace = byWay != 0 ? byWay : Integer.compare(a.place, b.place);
            return byPlace != 0 ? byPlace : Integer.compare(a.rank, b.rank);
        });
        return candidates;
    }

    private @Nullable Candidate candidate(String name, int index) {
        String base = this == TIME ? withoutUnit(name) : name;
        String plain = plain(base);
        int rank = known.indexOf(plain);
        if (rank >= 0) {
            return new Candidate(index, Way.NAMED, 0, rank);
        }
        int dot = base.lastIndexOf('.');
        String last = plain(base.substring(dot + 1));
        rank = known.indexOf(last);
        if (dot >= 0 && rank >= 0) {
            int place = this == TIME && OF_OBJECTS.contains(last) ? Shortlist.NEVER : place(name.substring(0, dot));
            return new Candidate(index, Way.NESTED, place, rank);
        }
        return endings.stream().anyMatch(plain::endsWith) ? new Candidate(index, Way.ENDING, 0, 0) : null;
    }

    /** The name without what it counts in, as {@code timestamp_ms}. */
    private static String withoutUnit(String name) {
        int last = Math.max(name.lastIndexOf('_'), Math.max(name.lastIndexOf('-'), name.lastIndexOf(' ')));
        return last > 0 && TimeColumn.unitIn(name) != null ? name.substring(0, last) : name;
    }

    private static int place(String path) {
        int place = 1;
        for (String part : path.split("\\.")) {
            String plain = plain(part);
            if (OF_OTHERS.contains(plain)) {
                return 2;
            }
            place = OF_REQUEST.contains(plain) ? 0 : place;
        }
        return place;
    }

    /**
     * Whether a column has a known name of this meaning; of {@code request.remote_ip}, the last part counts as well.
     */
    boolean has(String name) {
        return known.contains(plain(name)) || known.contains(plain(name.substring(name.lastIndexOf('.') + 1)));
    }

    /** A name without what people write differently: lower case, letters and digits only. */
    static String plain(String name) {
        StringBuilder plain = new StringBuilder();
        name.toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(Character::isLetterOrDigit)
                .forEach(plain::appendCodePoint);
        return plain.toString();
    }
}

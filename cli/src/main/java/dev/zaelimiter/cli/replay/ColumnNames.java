package dev.zaelimiter.cli.replay;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * What columns of one meaning are called in traces that we know. Case, underscores and other signs make no difference:
 * {@code PromptTokens} and {@code prompt_tokens} are one name.
 */
final class ColumnNames {

    static final ColumnNames TIME = new ColumnNames(
            "timestamp time ts datetime date requesttime requesttimestamp eventtime starttime starttimestamp"
                    + " arrivaltime arrivaltimestamp arrivedat createdat created timeiso8601 timelocal msec",
            "time timestamp");
    static final ColumnNames ENTITY = new ColumnNames(
            "entity entityid apikey apikeyid keyid user userid client clientid tenant tenantid customer customerid"
                    + " account accountid project projectid organization organizationid orgid clientip remoteip remoteaddr"
                    + " ipaddress clientaddr clientaddress sourceip ip",
            "");
    static final ColumnNames RESOURCE =
            new ColumnNames("resource resourceid model modelid modelname service api operation", "");
    static final ColumnNames INPUT_TOKENS = new ColumnNames(
            "inputtokens prompttokens contexttokens requesttokens inputlength promptlength",
            "inputtokens prompttokens contexttokens requesttokens prefilltokens inputtokencount prompttokencount");
    static final ColumnNames OUTPUT_TOKENS = new ColumnNames(
            "outputtokens completiontokens generatedtokens responsetokens outputlength",
            "outputtokens completiontokens generatedtokens generationtokens responsetokens decodetokens"
                    + " outputtokencount candidatestokencount");
    static final ColumnNames TOTAL_TOKENS =
            new ColumnNames("totaltokens tokens tokencount totaltokencount numtokens", "totaltokens");

    /** Which columns hold the addresses of clients. */
    static final ColumnNames ADDRESS = new ColumnNames(
            "clientip remoteip remoteaddr ipaddress clientaddr clientaddress sourceip ip forwardedfor xforwardedfor"
                    + " httpxforwardedfor",
            "");

    private final List<String> known;
    private final List<String> endings;

    private ColumnNames(String known, String endings) {
        this.known = List.of(known.split(" "));
        this.endings = endings.isEmpty() ? List.of() : List.of(endings.split(" "));
    }

    /**
     * Finds the column of this meaning.
     *
     * @param header the names of the columns
     * @return the one with the best known name; else the only one whose name has a known last part, as in {@code
     *     request.remote_ip}; else the only one whose name ends in a known way; else nothing
     */
    OptionalInt find(List<String> header) {
        List<String> plain = header.stream().map(ColumnNames::plain).toList();
        OptionalInt best =
                known.stream().mapToInt(plain::indexOf).filter(i -> i >= 0).findFirst();
        if (best.isPresent()) {
            return best;
        }
        int[] nested = IntStream.range(0, plain.size())
                .filter(i -> header.get(i).indexOf('.') >= 0 && has(header.get(i)))
                .toArray();
        if (nested.length == 1) {
            return OptionalInt.of(nested[0]);
        }
        int[] candidates = IntStream.range(0, plain.size())
                .filter(i -> endings.stream().anyMatch(plain.get(i)::endsWith))
                .toArray();
        return candidates.length == 1 ? OptionalInt.of(candidates[0]) : OptionalInt.empty();
    }

    /** Whether a column has a known name of this meaning; of {@code request.remote_ip}, the last part counts as well. */
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

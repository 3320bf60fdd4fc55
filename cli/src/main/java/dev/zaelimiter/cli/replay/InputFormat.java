package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.BadInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What a file is made of. They are tried in this order, and a file that is none of the others is CSV. */
enum InputFormat {
    /** One JSON object a line. */
    JSON_LINES("jsonl", "JSON lines", InputFormat::looksLikeJson, (in, format) -> new JsonSource(in)),

    /** W3C's extended format, of IIS and CloudFront. */
    W3C("w3c", "W3C log (IIS, CloudFront)", Directive::isOne, (in, format) -> new W3cSource(in)),

    /** An application load balancer of AWS. */
    ALB(
            "alb",
            "ALB access log",
            matching(
                    "(?:http|https|h2|grpcs|ws|wss) \\d{4}-\\d\\d-\\d\\dT\\S+ \\S+ \\S+ \\S+ \\S+ \\S+ \\S+ \\S+ \\S+ \\S+ \\S+ \".*"),
            "the format of an application load balancer",
            "type time elb client_ip -target -request_time -target_time -response_time #status -target_status"
                    + " received_bytes bytes \"request\" \"agent\"",
            0),

    /** A classic load balancer of AWS. */
    ELB(
            "elb",
            "ELB access log",
            matching(
                    "\\d{4}-\\d\\d-\\d\\dT\\S+Z \\S+ \\S+:\\d+ \\S+ [-.\\d]+ [-.\\d]+ [-.\\d]+ \\S+ \\S+ \\d+ \\d+ \".*"),
            "the format of a classic load balancer",
            "time elb client_ip -backend -request_time -backend_time -response_time #status -backend_status"
                    + " received_bytes bytes \"request\" \"agent\"",
            1),

    /** Server access logs of S3. */
    S3(
            "s3",
            "S3 access log",
            matching("[0-9a-f]{64} \\S+ \\[\\d\\d/[A-Za-z]{3}/\\d{4}:.*"),
            "the format of S3's server access logs",
            "bucket_owner bucket [time] client_ip requester request_id s3_operation key \"request\" #status -error"
                    + " #bytes #object_size -total_time -turn_around \"referer\" \"agent\"",
            0),

    /** Envoy, in its default format. */
    ENVOY(
            "envoy",
            "Envoy access log",
            matching("\\[\\d{4}-\\d\\d-\\d\\dT[^]]+] \"[^\"]*\" \\S+ \\S+ \\d+ \\d+ .*"),
            "Envoy's default format",
            "[time] \"request\" #status -flags #received_bytes #bytes -duration_ms -upstream_ms \"forwarded_for\""
                    + " \"agent\" \"request_id\" \"authority\" \"upstream_host\"",
            0),

    /** Envoy, in the default format of Istio. */
    ISTIO(
            "istio",
            "Istio access log",
            matching("\\[\\d{4}-\\d\\d-\\d\\dT[^]]+] \"[^\"]*\" \\S+ \\S+ \\S+ \\S+ (?:\"[^\"]*\"|-) \\d+ \\d+ .*"),
            "Istio's default format",
            "[time] \"request\" #status -flags -details -termination \"-failure\" #received_bytes #bytes -duration_ms"
                    + " -upstream_ms \"forwarded_for\" \"agent\" \"request_id\" \"authority\" \"upstream_host\""
                    + " upstream_cluster -upstream_local -downstream_local downstream_address",
            0),

    /** HAProxy, for HTTP or TCP. */
    HAPROXY(
            "haproxy",
            "HAProxy log",
            HaproxyLine::looksLikeOne,
            (in, format) -> new LineSource(in, format, new HaproxyLine(), "HAProxy's HTTP or TCP format")),

    /** A web server's access log in the common or the combined format. */
    ACCESS_LOG(
            "log",
            "access log",
            AccessLogLine::looksLikeOne,
            (in, format) -> new LineSource(in, format, new AccessLogLine(), "the common or combined log format")),

    /** Comma-separated values under a header. */
    CSV("csv", "CSV", line -> true, (in, format) -> CsvSource.of(in));

    /** How many bytes {@link #detect} looks at. */
    static final int LOOK_AHEAD = 1 << 13;

    private final String option;
    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final Predicate<String> looksLike;

    @SuppressWarnings("ImmutableEnumChecker") // likewise
    private final BiFunction<Utf8Reader, InputFormat, RowSource> opener;

    /** Lines that a file in W3C's format may begin with. */
    private static final class Directive {
        private static final Pattern LINE = Pattern.compile("#(?:Version|Fields|Software|Date|Start-Date|Remark): ?.*");

        static boolean isOne(String line) {
            return LINE.matcher(line).matches();
        }
    }

    InputFormat(
            String option,
            String title,
            Predicate<String> looksLike,
            BiFunction<Utf8Reader, InputFormat, RowSource> opener) {
        this.option = option;
        this.title = title;
        this.looksLike = looksLike;
        this.opener = opener;
    }

    /** A format whose lines are words, as {@link WordsLine} has it. */
    InputFormat(String option, String title, Predicate<String> looksLike, String rule, String shape, int optional) {
        this.option = option;
        this.title = title;
        this.looksLike = looksLike;
        this.opener = (in, format) -> new LineSource(in, format, new WordsLine(shape, optional), rule);
    }

    /** What people call it. */
    String title() {
        return title;
    }

    /** What options call it. */
    String option() {
        return option;
    }

    RowSource open(Utf8Reader in) {
        return opener.apply(in, this);
    }

    /**
     * Tells the format by the first line that is not blank.
     *
     * @param in supports marks; nothing of it is used up
     */
    static InputFormat detect(InputStream in) throws IOException {
        in.mark(LOOK_AHEAD);
        String start = new String(in.readNBytes(LOOK_AHEAD), StandardCharsets.ISO_8859_1);
        in.reset();
        String line = start.lines().filter(text -> !text.isBlank()).findFirst().orElse("");
        if (line.strip().equals("{")) {
            throw new BadInputException(
                    "is JSON over several lines; one object a line is needed, as jq -c . writes it");
        }
        return Arrays.stream(values())
                .filter(format -> format.looksLike.test(line))
                .findFirst()
                .orElse(CSV);
    }

    private static boolean looksLikeJson(String line) {
        String text = line.strip();
        return text.startsWith("{") || text.equals("[") || text.startsWith("[{");
    }

    private static Predicate<String> matching(String regex) {
        return Pattern.compile(regex).asMatchPredicate();
    }

    /** Reads the name of a format. */
    static final class Converter implements ITypeConverter<InputFormat> {

        @Override
        public InputFormat convert(String value) {
            for (InputFormat format : values()) {
                if (format.option.equalsIgnoreCase(value)) {
                    return format;
                }
            }
            throw new TypeConversionException(
                    "'" + value + "' is not allowed. Allowed: csv, jsonl (one JSON object a line), log"
                            + " (a web server's access log), " + "alb, elb, s3, envoy, istio, haproxy or w3c");
        }
    }
}

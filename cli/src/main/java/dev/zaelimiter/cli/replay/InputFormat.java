package dev.zaelimiter.cli.replay;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What a file is made of. */
enum InputFormat {
    /** Comma-separated values under a header. */
    CSV("csv", "CSV"),

    /** One JSON object a line. */
    JSON_LINES("jsonl", "JSON lines"),

    /** A web server's access log in the common or the combined format. */
    ACCESS_LOG("log", "access log");

    /** How many bytes {@link #detect} looks at. */
    static final int LOOK_AHEAD = 1 << 13;

    private final String option;
    private final String title;

    InputFormat(String option, String title) {
        this.option = option;
        this.title = title;
    }

    /** What people call it. */
    String title() {
        return title;
    }

    RowSource open(Utf8Reader in) {
        return switch (this) {
            case CSV -> CsvSource.of(in);
            case JSON_LINES -> new JsonSource(in);
            case ACCESS_LOG -> new AccessLogSource(in);
        };
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
        String text = line.strip();
        if (text.startsWith("{") || text.equals("[") || text.startsWith("[{")) {
            return JSON_LINES;
        }
        return AccessLogLine.looksLikeOne(line) ? ACCESS_LOG : CSV;
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
            throw new TypeConversionException("'" + value + "' is not allowed: csv, jsonl (one JSON object a line) or"
                    + " log (a web server's access log)");
        }
    }
}

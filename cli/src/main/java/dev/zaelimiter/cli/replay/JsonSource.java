package dev.zaelimiter.cli.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.zaelimiter.cli.BadInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a file with one JSON object a line. Its columns are the fields of the first {@value #SAMPLE} objects; what
 * is inside an object is called {@code usage.prompt_tokens}. Lists are passed over. A line that is no object is a broken
 * row.
 */
final class JsonSource implements RowSource {

    private static final int SAMPLE = 1_000;
    private static final int SAMPLE_CHARACTERS = 1 << 20;
    private static final JsonFactory JSON = new JsonFactory();

    private final LineReader lines;
    private final RowCells row = new RowCells();
    private final ArrayDeque<Sampled> sampled = new ArrayDeque<>();
    private final Map<String, Integer> columns = new HashMap<>();

    /** A line that was read ahead, to know the columns. */
    private record Sampled(char[] text, long line, boolean strange) {}

    /** What happens to a value. */
    private interface Sink {
        void value(String name, JsonParser parser) throws IOException;
    }

    JsonSource(Utf8Reader in) {
        this.lines = new LineReader(in);
    }

    @Override
    public List<String> readHeader() {
        Set<String> names = new LinkedHashSet<>();
        int characters = 0;
        while (sampled.size() < SAMPLE && characters < SAMPLE_CHARACTERS && lines.next()) {
            char[] text = new char[lines.end() - lines.start()];
            System.arraycopy(lines.text(), lines.start(), text, 0, text.length);
            refuseList(text, sampled.isEmpty());
            sampled.add(new Sampled(text, lines.number(), lines.isStrange()));
            characters += text.length;
            read(text, 0, text.length, (name, parser) -> names.add(name));
        }
        if (sampled.isEmpty()) {
            throw new BadInputException("is empty; one JSON object a line is needed");
        }
        for (String name : names) {
            columns.put(name, columns.size());
        }
        return List.copyOf(names);
    }

    @Override
    public boolean next() {
        Sampled first = sampled.poll();
        if (first != null) {
            fill(first.text, 0, first.text.length, first.line, first.strange);
            return true;
        }
        if (!lines.next()) {
            return false;
        }
        fill(lines.text(), lines.start(), lines.end(), lines.number(), lines.isStrange());
        return true;
    }

    @Override
    public RowCells row() {
        return row;
    }

    @Override
    public InputFormat format() {
        return InputFormat.JSON_LINES;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    private void fill(char[] text, int start, int end, long line, boolean strange) {
        row.begin(line);
        row.expect(columns.size());
        if (strange) {
            row.strange();
        }
        BrokenRowException problem = read(text, start, end, this::keep);
        if (problem != null) {
            row.broken(problem);
        }
    }

    private void keep(String name, JsonParser parser) throws IOException {
        Integer column = columns.get(name);
        if (column != null && parser.currentToken() != JsonToken.VALUE_NULL) {
            row.set(column, parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
        }
    }

    /** Reads one object; what is wrong with it, or null. */
    private static @Nullable BrokenRowException read(char[] text, int start, int end, Sink sink) {
        try (JsonParser parser = JSON.createParser(text, start, end - start)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                object(parser, "", sink);
                if (parser.nextToken() == null) {
                    return null;
                }
            }
        } catch (JsonProcessingException e) {
            return broken(text, start, end);
        } catch (IOException e) {
            throw new UncheckedIOException("characters in memory can't fail", e);
        }
        return broken(text, start, end);
    }

    private static void object(JsonParser parser, String prefix, Sink sink) throws IOException {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = parser.currentName();
            String name = prefix.isEmpty() ? field : prefix + field;
            switch (parser.nextToken()) {
                case START_OBJECT -> object(parser, name + ".", sink);
                case START_ARRAY -> parser.skipChildren();
                default -> sink.value(name, parser);
            }
        }
    }

    private static BrokenRowException broken(char[] text, int start, int end) {
        return new BrokenRowException("the line", Utf8Reader.readable(text, start, end), "one JSON object");
    }

    private static void refuseList(char[] text, boolean first) {
        String line = first ? new String(text).strip() : "";
        if (line.startsWith("[")) {
            throw new BadInputException("is one JSON list; one object a line is needed, as jq -c '.[]' writes them");
        }
    }
}

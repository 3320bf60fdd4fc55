package dev.zaelimiter.cli.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a file with one JSON object a line. Its columns are the fields of the first {@value #SAMPLE} objects;
 * what is inside an object is called {@code usage.prompt_tokens}. Lists are passed over, but for those of
 * OpenTelemetry: its lines of many spans are as many rows, and its attributes are fields. A line that is no object is a
 * broken row.
 */
final class JsonSource implements RowSource {

    private static final int SAMPLE = 1_000;
    private static final int SAMPLE_CHARACTERS = 1 << 20;

    /** Deeper objects, and longer paths, name nothing that anybody asks for. */
    private static final int DEEPEST = 32;

    private static final String ATTRIBUTES = "attributes";
    private static final int LONGEST_PATH = 1_024;
    private static final JsonFactory JSON = new JsonFactory();

    private final LineReader lines;
    private final RowCells row = new RowCells();
    private final ArrayDeque<Sampled> sampled = new ArrayDeque<>();
    private final Node root = new Node();
    private final Map<String, Integer> names = new LinkedHashMap<>();
    private boolean sampling = true;

    /** A line that was read ahead, to know the columns. */
    private record Sampled(char[] text, long line, boolean strange) {}

    /**
     * A field of an object at a place in all of them: a column if it has a value, and what is inside it if it is one.
     */
    private static final class Node {

        private final Map<String, Node> children = new HashMap<>();
        private int column = -1;
    }

    JsonSource(Utf8Reader in) {
        this.lines = new LineReader(in);
    }

    @Override
    public List<String> readHeader() {
        int characters = 0;
        while (sampled.size() < SAMPLE && characters < SAMPLE_CHARACTERS && lines.next()) {
            char[] text = new char[lines.end() - lines.start()];
            System.arraycopy(lines.text(), lines.start(), text, 0, text.length);
            refuseList(text, sampled.isEmpty());
            characters += text.length;
            int before = sampled.size();
            addTo(sampled, text);
            sampled.stream().skip(before).forEach(each -> read(each.text, 0, each.text.length));
        }
        if (sampled.isEmpty()) {
            throw new BadInputException("is empty; one JSON object a line is needed");
        }
        if (names.isEmpty()) {
            throw new BadInputException("has no line that is a JSON object with fields: "
                    + Text.count(sampled.size(), "line was", "lines were") + " looked at");
        }
        sampling = false;
        return List.copyOf(names.keySet());
    }

    @Override
    public boolean next() {
        while (sampled.isEmpty()) {
            if (!lines.next()) {
                return false;
            }
            if (!OtlpLine.isOne(lines.text(), lines.start(), lines.end())) {
                fill(lines.text(), lines.start(), lines.end(), lines.number(), lines.isStrange());
                return true;
            }
            addTo(sampled, Arrays.copyOfRange(lines.text(), lines.start(), lines.end()));
        }
        Sampled first = sampled.remove();
        fill(first.text, 0, first.text.length, first.line, first.strange);
        return true;
    }

    /** Adds the objects of a line: one, or all of its spans. */
    private void addTo(ArrayDeque<Sampled> objects, char[] line) {
        if (!OtlpLine.isOne(line, 0, line.length)) {
            objects.add(new Sampled(line, lines.number(), lines.isStrange()));
            return;
        }
        for (OtlpLine.Part span : OtlpLine.spans(JSON, line)) {
            objects.add(
                    new Sampled(Arrays.copyOfRange(line, span.start(), span.end()), lines.number(), lines.isStrange()));
        }
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
        row.expect(names.size());
        if (strange) {
            row.strange();
        }
        BrokenRowException problem = read(text, start, end);
        if (problem != null) {
            row.broken(problem);
        }
    }

    /** Reads one object; what is wrong with it, or null. */
    private @Nullable BrokenRowException read(char[] text, int start, int end) {
        try (JsonParser parser = JSON.createParser(text, start, end - start)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                object(parser, root, "", 1);
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

    /** Reads an object. Paths are put together for the first lines alone: after them, who is there is known. */
    private void object(JsonParser parser, Node node, String path, int depth) throws IOException {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = parser.currentName();
            Node child = sampling ? child(node, path, field) : node.children.get(field);
            JsonToken token = parser.nextToken();
            if (child == null) {
                parser.skipChildren();
            } else if (token == JsonToken.START_ARRAY && field.equals(ATTRIBUTES)) {
                attributes(parser, child, sampling ? path + field + "." : "");
            } else if (token == JsonToken.START_ARRAY || (token == JsonToken.START_OBJECT && depth == DEEPEST)) {
                parser.skipChildren();
            } else if (token == JsonToken.START_OBJECT) {
                object(parser, child, sampling ? path + field + "." : "", depth + 1);
            } else {
                value(parser, child, sampling ? path + field : "", token);
            }
        }
    }

    /** OpenTelemetry's own form of a map: a list of {@code {"key": "a", "value": {"intValue": "1"}}}. */
    private void attributes(JsonParser parser, Node node, String path) throws IOException {
        JsonToken token = parser.nextToken();
        while (token != JsonToken.END_ARRAY && token != null) {
            if (token == JsonToken.START_OBJECT) {
                attribute(parser, node, path);
            } else {
                parser.skipChildren();
            }
            token = parser.nextToken();
        }
    }

    private void attribute(JsonParser parser, Node node, String path) throws IOException {
        String key = null;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = parser.currentName();
            JsonToken token = parser.nextToken();
            if (token == JsonToken.VALUE_STRING && field.equals("key")) {
                key = parser.getText();
            } else if (token == JsonToken.START_OBJECT && field.equals("value") && key != null) {
                Node child = sampling ? child(node, path, key) : node.children.get(key);
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    JsonToken value = parser.nextToken();
                    if (value.isStructStart()) {
                        parser.skipChildren();
                    } else if (child != null) {
                        value(parser, child, path + key, value);
                    }
                }
            } else {
                parser.skipChildren();
            }
        }
    }

    private void value(JsonParser parser, Node node, String name, JsonToken token) throws IOException {
        if (sampling) {
            column(node, name);
        } else if (node.column >= 0 && token != JsonToken.VALUE_NULL) {
            row.set(node.column, parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
        }
    }

    private static @Nullable Node child(Node node, String path, String field) {
        if (path.length() + field.length() > LONGEST_PATH) {
            return null;
        }
        return node.children.computeIfAbsent(field, name -> new Node());
    }

    private void column(Node node, String name) {
        if (node.column < 0) {
            // A name with a dot in it and an object may come to the same column.
            node.column = names.computeIfAbsent(name, added -> names.size());
            if (names.size() > RowSource.MOST_COLUMNS) {
                throw new BadInputException("has more than " + Text.count(RowSource.MOST_COLUMNS)
                        + " different fields in its first lines; that many columns can't be told apart");
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

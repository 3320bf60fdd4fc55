package dev.zaelimiter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;

/** What the Python system answered, as recorded; see the README next to the files. */
public final class Vectors {

    private Vectors() {}

    /**
     * Reads a file.
     *
     * @param name without its ending
     * @return the whole of it
     */
    public static JsonNode read(String name) {
        String resource = "/vectors/" + name + ".json";
        try (InputStream in = Objects.requireNonNull(Vectors.class.getResourceAsStream(resource), resource)) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The cases of one pure function.
     *
     * @param function its name in the original
     * @return in the order of the file
     */
    public static List<JsonNode> math(String function) {
        return StreamSupport.stream(read("bucket_math").get("cases").spliterator(), false)
                .filter(node -> node.get("function").asText().equals(function))
                .toList();
    }
}

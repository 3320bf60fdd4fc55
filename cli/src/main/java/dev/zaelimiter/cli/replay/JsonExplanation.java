package dev.zaelimiter.cli.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;

/** How the columns of a file were told from each other, as JSON. */
final class JsonExplanation {

    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private JsonExplanation() {}

    /** The preview of a file as one object. */
    static String render(Preview preview) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("file", preview.file());
            json.writeStringField("format", preview.format().option());
            json.writeArrayFieldStart("header");
            for (String name : preview.header()) {
                json.writeString(name);
            }
            json.writeEndArray();
            TimeColumn time = preview.columns().time();
            if (time.unit() == null) {
                json.writeNullField("time_unit");
            } else {
                json.writeStringField("time_unit", time.unit().toString());
            }
            json.writeBooleanField("masked", preview.columns().masked());
            write(json, preview.columns().explanation());
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a string can't fail", e);
        }
        return text.toString();
    }

    /** As fields of an object that has begun. */
    static void write(JsonGenerator json, ColumnExplanation explanation) throws IOException {
        TimeReading time = explanation.time();
        json.writeObjectFieldStart("columns");
        json.writeNumberField("rows_looked_at", explanation.rows());
        json.writeStringField("time_kind", time.kind().name().toLowerCase(Locale.ROOT));
        if (time.zoned() == null) {
            json.writeNullField("time_zone_given");
        } else {
            json.writeBooleanField("time_zone_given", time.zoned());
        }
        json.writeBooleanField("in_order_so_far", time.ordered());
        for (ColumnExplanation.Role role : explanation.roles()) {
            json.writeObjectFieldStart(role.name());
            if (role.column() == null) {
                json.writeNullField("column");
            } else {
                json.writeStringField("column", role.column());
            }
            json.writeArrayFieldStart("passed_over");
            for (ColumnExplanation.PassedOver passed : role.passedOver()) {
                json.writeStartObject();
                json.writeStringField("column", passed.column());
                json.writeStringField("why", passed.why());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndObject();
    }
}

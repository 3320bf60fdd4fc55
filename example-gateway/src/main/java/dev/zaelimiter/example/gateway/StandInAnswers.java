package dev.zaelimiter.example.gateway;

import dev.zaelimiter.testkit.model.ModelReply;
import java.util.List;
import java.util.Locale;

/** What the model says that stands in for a real one: it fails, or breaks off, when it is asked to. */
final class StandInAnswers {

    private static final List<String> STORY = List.of(
            "Once ",
            "a ",
            "token ",
            "left ",
            "its ",
            "bucket. ",
            "It ",
            "was ",
            "missed, ",
            "and ",
            "it ",
            "was ",
            "given ",
            "back.");

    private StandInAnswers() {}

    static ModelReply to(String request) {
        String asked = request.toLowerCase(Locale.ROOT);
        if (asked.contains("please fail")) {
            return ModelReply.failing(500);
        }
        ModelReply story = ModelReply.of(STORY.toArray(String[]::new)).using(request.length() / 4, 10L * STORY.size());
        return asked.contains("please break off") ? story.breakingOff() : story;
    }
}

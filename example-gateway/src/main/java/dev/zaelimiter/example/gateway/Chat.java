package dev.zaelimiter.example.gateway;

import dev.zaelimiter.llm.ModelCall;
import dev.zaelimiter.llm.ModelUsage;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what a model says, a whole answer or a piece of one. */
final class Chat {

    private static final JsonMapper JSON = JsonMapper.shared();

    private Chat() {}

    /** Tells the call. Of a text that is no JSON nothing is known, and it is passed on all the same. */
    static void note(String json, String part, ModelCall call) {
        try {
            JsonNode said = JSON.readTree(json);
            for (JsonNode choice : said.path("choices")) {
                call.saw(choice.path(part).path("content").asString(""));
            }
            JsonNode usage = said.path("usage");
            if (usage.isObject()) {
                call.saw(ModelUsage.of(
                        usage.path("prompt_tokens").asLong(0),
                        usage.path("completion_tokens").asLong(0),
                        usage.path("total_tokens").asLong(0)));
            }
        } catch (JacksonException e) {
            // As with [DONE].
        }
    }
}

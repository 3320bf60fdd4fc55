package dev.zaelimiter.example.gateway;

import dev.zaelimiter.llm.ModelPrompt;
import java.util.ArrayList;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request for a chat completion.
 *
 * @param prompt what of it costs tokens
 * @param streamed whether the answer is to come in pieces
 * @param body what is sent on: the same, but a streamed answer is asked to tell its usage
 */
record ChatRequest(ModelPrompt prompt, boolean streamed, byte[] body) {

    private static final JsonMapper JSON = JsonMapper.shared();

    static ChatRequest read(byte[] body) {
        try {
            if (JSON.readTree(body) instanceof ObjectNode request
                    && request.get("messages") != null
                    && request.get("messages").isArray()) {
                boolean streamed = request.path("stream").asBoolean(false);
                if (streamed) {
                    request.putObject("stream_options").put("include_usage", true);
                }
                return new ChatRequest(prompt(request), streamed, JSON.writeValueAsBytes(request));
            }
        } catch (JacksonException e) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "the body is no JSON", e);
        }
        throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "the body is to be an object with 'messages'");
    }

    private static ModelPrompt prompt(ObjectNode request) {
        List<String> texts = new ArrayList<>();
        int attachments = 0;
        for (JsonNode message : request.get("messages")) {
            JsonNode content = message.path("content");
            if (content.isArray()) {
                for (JsonNode part : content) {
                    if (part.hasNonNull("text")) {
                        texts.add(part.get("text").asString());
                    } else {
                        attachments++;
                    }
                }
            } else {
                texts.add(content.isString() ? content.asString() : content.toString());
            }
        }
        JsonNode longest = request.path("max_completion_tokens").isInt()
                ? request.path("max_completion_tokens")
                : request.path("max_tokens");
        return ModelPrompt.of(texts)
                .withAttachments(attachments)
                .forModel(
                        request.path("model").isString() ? request.path("model").asString() : null)
                .answerAtMost(longest.isInt() && longest.asInt() >= 0 ? longest.asInt() : null);
    }
}

package dev.zaelimiter.example.gateway;

import dev.zaelimiter.http.HeaderField;
import dev.zaelimiter.http.HttpAnswers;
import dev.zaelimiter.llm.ModelCall;
import dev.zaelimiter.llm.ModelLimiter;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * The gateway's one door, as OpenAI's chat completions have it. What a refused call throws becomes a 429 with problem
 * JSON without a line here: the starter does that.
 */
@RestController
class ChatController {

    private final Tenants tenants;
    private final ModelLimiter limiter;
    private final HttpAnswers answers;
    private final Relay relay;

    ChatController(Tenants tenants, ModelLimiter limiter, HttpAnswers answers, Relay relay) {
        this.tenants = tenants;
        this.limiter = limiter;
        this.answers = answers;
        this.relay = relay;
    }

    @PostMapping("/v1/chat/completions")
    void chat(
            @RequestHeader(name = "Authorization", required = false) @Nullable String authorization,
            @RequestBody(required = false) byte @Nullable [] body,
            HttpServletResponse response)
            throws IOException {
        String entity = tenants.of(authorization);
        if (entity == null) {
            throw new ResponseStatusException(HttpStatus.UNAUTHORIZED, "no such key");
        }
        ChatRequest request = ChatRequest.read(body == null ? new byte[0] : body);
        ModelCall call = limiter.begin(entity, null, request.prompt());
        try {
            for (HeaderField field : answers.fields(call.lease())) {
                response.setHeader(field.name(), field.value());
            }
            relay.send(request, call, response);
        } finally {
            // Does nothing, unless the call has not ended.
            call.failed();
        }
    }
}

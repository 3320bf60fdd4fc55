package dev.zaelimiter.spring.ai;

import dev.zaelimiter.llm.ModelCall;
import dev.zaelimiter.llm.ModelUsage;
import dev.zaelimiter.llm.ServiceAnswer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.RateLimit;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** What a response, or a piece of one, tells of tokens and of the provider's limits. Anything in it may be missing. */
final class Responses {

    private static final int OK = 200;

    private Responses() {}

    static void note(ModelCall call, @Nullable ChatResponse response) {
        if (response == null) {
            return;
        }
        if (response.getResults() != null) {
            for (Generation generation : response.getResults()) {
                note(call, generation == null ? null : generation.getOutput());
            }
        }
        ChatResponseMetadata metadata = response.getMetadata();
        if (metadata != null) {
            note(call, metadata.getUsage());
            note(call, metadata.getRateLimit());
        }
    }

    private static void note(ModelCall call, @Nullable AssistantMessage said) {
        if (said != null) {
            call.saw(said.getText());
            for (AssistantMessage.ToolCall tool : said.getToolCalls()) {
                call.saw(tool.name());
                call.saw(tool.arguments());
            }
        }
    }

    private static void note(ModelCall call, @Nullable Usage usage) {
        if (usage != null) {
            call.saw(ModelUsage.of(usage.getPromptTokens(), usage.getCompletionTokens(), usage.getTotalTokens()));
        }
    }

    private static void note(ModelCall call, @Nullable RateLimit limits) {
        if (limits == null) {
            return;
        }
        Map<String, List<String>> fields = new HashMap<>();
        put(fields, "requests", limits.getRequestsLimit(), limits.getRequestsRemaining(), limits.getRequestsReset());
        put(fields, "tokens", limits.getTokensLimit(), limits.getTokensRemaining(), limits.getTokensReset());
        if (!fields.isEmpty()) {
            call.saw(new ServiceAnswer(OK, fields));
        }
    }

    /** A limit of 0 is what is written where nothing is known. */
    private static void put(
            Map<String, List<String>> fields,
            String unit,
            @Nullable Long limit,
            @Nullable Long remaining,
            @Nullable Duration reset) {
        if (limit != null && limit > 0 && remaining != null && reset != null) {
            fields.put("x-ratelimit-remaining-" + unit, List.of(Long.toString(Math.max(0, remaining))));
            fields.put("x-ratelimit-reset-" + unit, List.of(Math.max(0, reset.toMillis()) + "ms"));
        }
    }
}

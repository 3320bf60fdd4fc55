package dev.zaelimiter.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatResponseMetadata;
import dev.langchain4j.model.output.TokenUsage;
import dev.zaelimiter.llm.ModelCall;
import dev.zaelimiter.llm.ModelUsage;
import dev.zaelimiter.llm.ServiceAnswer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a response tells of tokens and of the provider's limits. Anything in it may be missing. */
final class Responses {

    private static final int TOO_MANY_REQUESTS = 429;

    /** Causes may go round in a circle. */
    private static final int MOST_CAUSES = 20;

    private static final boolean OPEN_AI = isThere();

    private Responses() {}

    private static boolean isThere() {
        try {
            Class.forName(
                    "dev.langchain4j.model.openai.OpenAiChatResponseMetadata", false, Responses.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    static void note(ModelCall call, @Nullable ChatResponse response) {
        if (response != null) {
            call.saw(response.aiMessage().text());
            for (ToolExecutionRequest tool : response.aiMessage().toolExecutionRequests()) {
                call.saw(tool.name());
                call.saw(tool.arguments());
            }
            noteWithoutText(call, response);
        }
    }

    /** Of a stream, whose text was seen in pieces. */
    static void noteWithoutText(ModelCall call, @Nullable ChatResponse response) {
        if (response == null || response.metadata() == null) {
            return;
        }
        TokenUsage usage = response.metadata().tokenUsage();
        if (usage != null) {
            call.saw(ModelUsage.of(usage.inputTokenCount(), usage.outputTokenCount(), usage.totalTokenCount()));
        }
        if (OPEN_AI) {
            OfOpenAi.note(call, response);
        }
    }

    /** Apart, so that only what is there is loaded. */
    private static final class OfOpenAi {

        static void note(ModelCall call, ChatResponse response) {
            if (response.metadata() instanceof OpenAiChatResponseMetadata metadata) {
                SuccessfulHttpResponse http = metadata.rawHttpResponse();
                if (http != null && http.headers() != null) {
                    call.saw(new ServiceAnswer(http.statusCode(), http.headers()));
                }
            }
        }
    }

    /** LangChain4j keeps the status of a failure, and none of its fields. */
    static void failed(ModelCall call, Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            if (cause instanceof HttpException refused) {
                call.saw(new ServiceAnswer(refused.statusCode(), Map.of()));
                break;
            }
            if (cause instanceof RateLimitException && cause.getCause() == null) {
                call.saw(new ServiceAnswer(TOO_MANY_REQUESTS, Map.of()));
            }
            cause = cause.getCause();
        }
        call.failed();
    }
}

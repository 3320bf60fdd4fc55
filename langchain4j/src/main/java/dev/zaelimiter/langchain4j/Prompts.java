package dev.zaelimiter.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.CustomMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.zaelimiter.llm.ModelPrompt;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What of a request costs tokens: messages, calls and results of tools, and what tools there are. Pure, apart from what
 * it collects.
 */
final class Prompts {

    private final List<String> texts = new ArrayList<>();
    private int attachments;

    private Prompts() {}

    static ModelPrompt of(ChatRequest request, @Nullable ChatRequestParameters defaults) {
        Prompts prompt = new Prompts();
        for (ChatMessage message : request.messages()) {
            prompt.add(message);
        }
        ChatRequestParameters parameters =
                defaults == null ? request.parameters() : defaults.overrideWith(request.parameters());
        List<ToolSpecification> tools = parameters.toolSpecifications();
        if (tools != null) {
            for (ToolSpecification tool : tools) {
                prompt.texts.add(tool.name() + ' ' + tool.description() + ' ' + tool.parameters());
            }
        }
        Integer longest = parameters.maxOutputTokens();
        return ModelPrompt.of(prompt.texts)
                .withAttachments(prompt.attachments)
                .forModel(parameters.modelName())
                // What is no length is the model's to refuse.
                .answerAtMost(longest == null || longest < 0 ? null : longest);
    }

    private void add(ChatMessage message) {
        if (message instanceof SystemMessage system) {
            texts.add(system.text());
        } else if (message instanceof UserMessage user) {
            add(user.contents());
        } else if (message instanceof AiMessage said) {
            StringBuilder text = new StringBuilder(said.text() == null ? "" : said.text());
            for (ToolExecutionRequest tool : said.toolExecutionRequests()) {
                text.append(tool.name()).append(tool.arguments());
            }
            texts.add(text.toString());
        } else if (message instanceof ToolExecutionResultMessage result) {
            add(result.contents());
        } else if (message instanceof CustomMessage custom) {
            texts.add(custom.attributes().toString());
        } else {
            texts.add(message.toString());
        }
    }

    private void add(List<Content> contents) {
        StringBuilder text = new StringBuilder();
        for (Content content : contents) {
            if (content instanceof TextContent some) {
                text.append(some.text());
            } else {
                attachments++;
            }
        }
        texts.add(text.toString());
    }
}

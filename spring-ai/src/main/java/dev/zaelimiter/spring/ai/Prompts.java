package dev.zaelimiter.spring.ai;

import dev.zaelimiter.llm.ModelPrompt;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.content.MediaContent;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/** What of a prompt costs tokens: messages, calls and answers of tools, and what tools there are. Pure. */
final class Prompts {

    private Prompts() {}

    static ModelPrompt read(Prompt prompt) {
        List<String> texts = new ArrayList<>();
        int attachments = 0;
        for (Message message : prompt.getInstructions()) {
            StringBuilder text = new StringBuilder();
            append(text, message.getText());
            if (message instanceof AssistantMessage said) {
                for (AssistantMessage.ToolCall call : said.getToolCalls()) {
                    append(text, call.name());
                    append(text, call.arguments());
                }
            }
            if (message instanceof ToolResponseMessage told) {
                for (ToolResponseMessage.ToolResponse response : told.getResponses()) {
                    append(text, response.responseData());
                }
            }
            if (message instanceof MediaContent content) {
                attachments += content.getMedia().size();
            }
            texts.add(text.toString());
        }
        ChatOptions options = prompt.getOptions();
        if (options instanceof ToolCallingChatOptions tools && tools.getToolCallbacks() != null) {
            for (ToolCallback tool : tools.getToolCallbacks()) {
                ToolDefinition definition = tool.getToolDefinition();
                texts.add(definition.name() + ' ' + definition.description() + ' ' + definition.inputSchema());
            }
        }
        ModelPrompt read = ModelPrompt.of(texts).withAttachments(attachments);
        if (options == null) {
            return read;
        }
        Integer longest = options.getMaxTokens();
        // What is no length is the model's to refuse.
        return read.forModel(options.getModel()).answerAtMost(longest == null || longest < 0 ? null : longest);
    }

    private static void append(StringBuilder text, @Nullable String more) {
        if (more != null) {
            text.append(more);
        }
    }
}

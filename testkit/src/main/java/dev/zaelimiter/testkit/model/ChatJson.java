package dev.zaelimiter.testkit.model;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The texts of OpenAI's chat completions. Pure. */
final class ChatJson {

    private static final Pattern STREAM = Pattern.compile("\"stream\"\\s*:\\s*true");
    private static final Pattern USAGE = Pattern.compile("\"include_usage\"\\s*:\\s*true");

    private ChatJson() {}

    static boolean asksForAStream(String request) {
        return STREAM.matcher(request).find();
    }

    static boolean asksForUsage(String request) {
        return USAGE.matcher(request).find();
    }

    static String completion(ModelReply reply) {
        ModelReply.Tool tool = reply.tool();
        String message = tool == null
                ? "{\"role\":\"assistant\",\"content\":" + quoted(String.join("", reply.pieces())) + "}"
                : "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" + call(tool, "") + "]}";
        return "{\"id\":\"chat-1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"stand-in\",\"choices\":[{\"index\":0,"
                + "\"message\":" + message + ",\"finish_reason\":" + finish(tool != null) + "}]"
                + usage(reply.usage())
                + "}";
    }

    static String error(int status) {
        return "{\"error\":{\"message\":\"as it was told\",\"type\":\"status_" + status + "\",\"code\":null}}";
    }

    static String piece(String text) {
        return chunk("{\"role\":\"assistant\",\"content\":" + quoted(text) + "}", "null");
    }

    static String pieceOfATool(ModelReply.Tool tool) {
        return chunk("{\"role\":\"assistant\",\"tool_calls\":[" + call(tool, "\"index\":0,") + "]}", "null");
    }

    static String lastPiece(boolean withTool) {
        return chunk("{}", finish(withTool));
    }

    static String pieceOfUsage(ModelReply.Usage usage) {
        return "{\"id\":\"chat-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"stand-in\",\"choices\":[]"
                + usage(usage) + "}";
    }

    private static String chunk(String delta, String finish) {
        return "{\"id\":\"chat-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"stand-in\",\"choices\":[{\"index\":0,"
                + "\"delta\":" + delta + ",\"finish_reason\":" + finish + "}]}";
    }

    private static String call(ModelReply.Tool tool, String before) {
        return "{" + before + "\"id\":\"call-1\",\"type\":\"function\",\"function\":{\"name\":" + quoted(tool.name())
                + ",\"arguments\":" + quoted(tool.arguments()) + "}}";
    }

    private static String finish(boolean withTool) {
        return withTool ? "\"tool_calls\"" : "\"stop\"";
    }

    private static String usage(ModelReply.@Nullable Usage usage) {
        return usage == null
                ? ""
                : ",\"usage\":{\"prompt_tokens\":" + usage.input() + ",\"completion_tokens\":" + usage.output()
                        + ",\"total_tokens\":" + (usage.input() + usage.output()) + "}";
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}

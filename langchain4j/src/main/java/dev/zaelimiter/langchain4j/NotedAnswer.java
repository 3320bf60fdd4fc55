package dev.zaelimiter.langchain4j;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import dev.zaelimiter.llm.ModelCall;

/**
 * Passes all on, and tells the call. A call ends before its handler hears of it, so that a handler that throws changes
 * nothing.
 */
final class NotedAnswer implements StreamingChatResponseHandler {

    private final StreamingChatResponseHandler handler;
    private final ModelCall call;

    NotedAnswer(StreamingChatResponseHandler handler, ModelCall call) {
        this.handler = handler;
        this.call = call;
    }

    @Override
    public void onPartialResponse(String text) {
        call.saw(text);
        handler.onPartialResponse(text);
    }

    @Override
    public void onPartialResponse(PartialResponse response, PartialResponseContext context) {
        call.saw(response.text());
        handler.onPartialResponse(response, new PartialResponseContext(noting(context.streamingHandle())));
    }

    @Override
    public void onPartialThinking(PartialThinking thinking) {
        call.saw(thinking.text());
        handler.onPartialThinking(thinking);
    }

    @Override
    public void onPartialThinking(PartialThinking thinking, PartialThinkingContext context) {
        call.saw(thinking.text());
        handler.onPartialThinking(thinking, new PartialThinkingContext(noting(context.streamingHandle())));
    }

    @Override
    public void onPartialToolCall(PartialToolCall tool) {
        call.saw(tool.partialArguments());
        handler.onPartialToolCall(tool);
    }

    @Override
    public void onPartialToolCall(PartialToolCall tool, PartialToolCallContext context) {
        call.saw(tool.partialArguments());
        handler.onPartialToolCall(tool, new PartialToolCallContext(noting(context.streamingHandle())));
    }

    @Override
    public void onCompleteToolCall(CompleteToolCall tool) {
        handler.onCompleteToolCall(tool);
    }

    @Override
    public void onUnmappedRawEvent(Object event) {
        handler.onUnmappedRawEvent(event);
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
        Responses.noteWithoutText(call, response);
        call.answered();
        handler.onCompleteResponse(response);
    }

    @Override
    public void onError(Throwable failure) {
        Responses.failed(call, failure);
        handler.onError(failure);
    }

    /** A stream that is cancelled says nothing any more, so its handle has to. */
    private StreamingHandle noting(StreamingHandle handle) {
        return new StreamingHandle() {
            @Override
            public void cancel() {
                try {
                    handle.cancel();
                } finally {
                    call.cancelled();
                }
            }

            @Override
            public boolean isCancelled() {
                return handle.isCancelled();
            }
        };
    }
}

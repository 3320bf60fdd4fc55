/**
 * Chat models of LangChain4j with limits: {@link dev.zaelimiter.langchain4j.LimitedChatModel}, and
 * {@link dev.zaelimiter.langchain4j.LimitedStreamingChatModel} for answers that are streamed.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.langchain4j;

import org.jspecify.annotations.NullMarked;

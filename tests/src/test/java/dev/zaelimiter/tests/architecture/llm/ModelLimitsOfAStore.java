package dev.zaelimiter.tests.architecture.llm;

import dev.langchain4j.model.chat.ChatModel;
import dev.zaelimiter.tests.architecture.embedded.AnyStore;

/**
 * Violates: limits of language models stand on the API and on what is said over HTTP, and LangChain4j is known to what
 * is made for it.
 */
public final class ModelLimitsOfAStore {

    AnyStore store;

    ChatModel model;
}

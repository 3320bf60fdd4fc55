/**
 * A small gateway in front of a language model: two API keys under one project, a page that shows what they have left,
 * and a model that stands in for a real one. Start at {@link dev.zaelimiter.example.gateway.ChatController}.
 */
@NullMarked
package dev.zaelimiter.example.gateway;

import org.jspecify.annotations.NullMarked;

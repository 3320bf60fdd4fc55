package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AssistantTest {

    @Test
    void ask_moreOftenThanTheLimit_isRefused() {
        try (Assistant assistant = new Assistant(EmbeddedRepository.inMemory())) {
            for (int i = 0; i < 3; i++) {
                assistant.ask("key-abc", "hello");
            }
            assertThrows(RateLimitExceededException.class, () -> assistant.ask("key-abc", "hello"));
        }
    }

    @Test
    void ask_afterARestart_stillKnowsWhatWasTaken(@TempDir Path folder) {
        Path file = folder.resolve("limits.zae");
        try (Assistant assistant = new Assistant(EmbeddedRepository.file(file))) {
            for (int i = 0; i < 3; i++) {
                assistant.ask("key-abc", "hello");
            }
        }
        try (Assistant assistant = new Assistant(EmbeddedRepository.file(file))) {
            assertThrows(RateLimitExceededException.class, () -> assistant.ask("key-abc", "hello"));
            assertEquals("You said: hello", assistant.ask("another", "hello"));
        }
    }
}

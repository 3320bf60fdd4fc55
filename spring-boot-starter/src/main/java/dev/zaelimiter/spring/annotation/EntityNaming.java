package dev.zaelimiter.spring.annotation;

import dev.zaelimiter.NameEncoding;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.UnaryOperator;

/** What is made of texts before they name entities. */
enum EntityNaming implements UnaryOperator<String> {
    AS_THEY_ARE {
        @Override
        public String apply(String text) {
            return text;
        }
    },
    ENCODED {
        @Override
        public String apply(String text) {
            return NameEncoding.ENTITY.encodeOrShorten(text);
        }
    },
    HASHED {
        @Override
        public String apply(String text) {
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
                return "sha256-" + HexFormat.of().formatHex(digest);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }
    }
}

package dev.zaelimiter.spring.annotation;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says at start which annotation can't be followed, instead of a stack trace. */
final class AnnotationFailureAnalyzer extends AbstractFailureAnalyzer<RateLimitedException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, RateLimitedException cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()), "Change the annotation, or what it names.", cause);
    }
}

package dev.zaelimiter.spring.annotation;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.OnUnavailable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.MethodClassKey;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.core.annotation.RepeatableContainers;
import org.springframework.stereotype.Controller;
import org.springframework.util.ReflectionUtils;

/** Reads annotations, once for each method, and refuses those that can't be followed. Safe for use by many threads. */
final class LimitedMethods {

    private static final RepeatableContainers REPEATED =
            RepeatableContainers.explicitRepeatable(RateLimited.class, RateLimited.All.class);

    private final Map<MethodClassKey, LimitedMethod> known = new ConcurrentHashMap<>();
    private final Set<MethodClassKey> unlimited = ConcurrentHashMap.newKeySet();
    private final Expressions expressions;
    private final EntityNaming naming;
    private final boolean letThrough;
    private final UnaryOperator<String> placeholders;
    private final Consumer<LimitedOperation> check;

    LimitedMethods(
            Expressions expressions,
            EntityNaming naming,
            boolean letThrough,
            UnaryOperator<String> placeholders,
            Consumer<LimitedOperation> check) {
        this.expressions = expressions;
        this.naming = naming;
        this.letThrough = letThrough;
        this.placeholders = placeholders;
        this.check = check;
    }

    /** Null if it is not limited. */
    @Nullable
    LimitedMethod of(Method method, Class<?> type) {
        MethodClassKey key = new MethodClassKey(method, type);
        LimitedMethod found = known.get(key);
        if (found != null || unlimited.contains(key)) {
            return found;
        }
        Method specific = AopUtils.getMostSpecificMethod(method, type);
        List<MergedAnnotation<RateLimited>> annotations = annotations(specific);
        if (annotations.isEmpty()) {
            unlimited.add(key);
            return null;
        }
        LimitedMethod made = make(specific, type, annotations);
        known.put(key, made);
        return made;
    }

    private static List<MergedAnnotation<RateLimited>> annotations(Method method) {
        List<MergedAnnotation<RateLimited>> all = new ArrayList<>();
        if (Modifier.isPublic(method.getModifiers())
                && !method.isSynthetic()
                && method.getDeclaringClass() != Object.class) {
            found(MergedAnnotations.from(method.getDeclaringClass(), SearchStrategy.TYPE_HIERARCHY, REPEATED))
                    .forEach(all::add);
        }
        found(MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY, REPEATED))
                .forEach(all::add);
        return all;
    }

    private static Stream<MergedAnnotation<RateLimited>> found(MergedAnnotations annotations) {
        return annotations.stream(RateLimited.class);
    }

    /**
     * Looking at each of their classes would make every start longer. Spring's samples are applications like others.
     */
    static boolean isOfAFramework(String type) {
        return type.startsWith("java.")
                || (type.startsWith("org.springframework.") && !type.startsWith("org.springframework.samples."));
    }

    /** Whether a class has any; throws if one of them would never be looked at. */
    boolean isLimited(Class<?> type) {
        boolean limited = false;
        if (isOfAFramework(type.getName())) {
            return false;
        }
        for (Method method : ReflectionUtils.getUniqueDeclaredMethods(type)) {
            if (method.isBridge() || method.getDeclaringClass() == Object.class) {
                continue;
            }
            if (found(MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY, REPEATED))
                    .findAny()
                    .isPresent()) {
                int modifiers = method.getModifiers();
                if (Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers) || Modifier.isFinal(modifiers)) {
                    throw new RateLimitedException(
                            "@RateLimited on " + Where.shown(method)
                                    + " would never be looked at: no proxy sees a method that is private, static or final",
                            null);
                }
                limited = true;
            }
        }
        return limited
                || found(MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY, REPEATED))
                        .findAny()
                        .isPresent();
    }

    private LimitedMethod make(Method method, Class<?> type, List<MergedAnnotation<RateLimited>> annotations) {
        Map<String, Integer> places = Expressions.arguments(method);
        LimitedMethod.End end = end(method);
        List<LimitedOperation> operations = new ArrayList<>();
        for (MergedAnnotation<RateLimited> annotation : annotations) {
            LimitedOperation operation = operation(method, type, annotation, places.keySet(), end);
            operation.requireFixedAllowed();
            check.accept(operation);
            operations.add(operation);
        }
        ReactiveAdapter adapter = end == LimitedMethod.End.STREAM
                ? ReactiveAdapterRegistry.getSharedInstance().getAdapter(method.getReturnType())
                : null;
        boolean tells = AnnotatedElementUtils.hasAnnotation(type, Controller.class);
        return new LimitedMethod(List.copyOf(operations), Map.copyOf(places), end, adapter, tells);
    }

    private static LimitedMethod.End end(Method method) {
        Class<?> returned = method.getReturnType();
        if (returned == CompletableFuture.class || returned == CompletionStage.class) {
            return LimitedMethod.End.FUTURE;
        } else if (Future.class.isAssignableFrom(returned) || CompletionStage.class.isAssignableFrom(returned)) {
            throw new RateLimitedException(
                    "@RateLimited on " + Where.shown(method) + ": a limited method may return a CompletableFuture or a"
                            + " CompletionStage, and no other future such as " + returned.getSimpleName(),
                    null);
        }
        Class<?>[] parameters = method.getParameterTypes();
        if (parameters.length > 0
                && parameters[parameters.length - 1].getName().equals("kotlin.coroutines.Continuation")) {
            throw new RateLimitedException(
                    "@RateLimited on " + Where.shown(method) + ": suspending functions can't be limited by it", null);
        }
        ReactiveAdapterRegistry registry = ReactiveAdapterRegistry.getSharedInstance();
        return registry.hasAdapters() && registry.getAdapter(returned) != null
                ? LimitedMethod.End.STREAM
                : LimitedMethod.End.RETURN;
    }

    private LimitedOperation operation(
            Method method,
            Class<?> type,
            MergedAnnotation<RateLimited> annotation,
            Set<String> arguments,
            LimitedMethod.End end) {
        Where where = new Where(method, "resource");
        Set<String> before = new HashSet<>(arguments);
        before.add(Expressions.PRINCIPAL);
        Set<String> after = new HashSet<>(before);
        after.add(Expressions.RESULT);
        if (end == LimitedMethod.End.STREAM) {
            after.add(Expressions.COUNT);
        }
        String resource = resolved(where, annotation.getString("resource"));
        Evaluation what = new Evaluation(where, resource, expressions.template(where, resource, before));
        List<LimitedOperation.Amount> takes = amounts(where.at("take"), annotation.getStringArray("take"), before);
        if (takes.isEmpty()) {
            throw where.at("take").failed("{}", "is empty: at least one limit is needed", null);
        }
        List<LimitedOperation.Amount> settles = amounts(where.at("settle"), annotation.getStringArray("settle"), after);
        for (LimitedOperation.Amount settle : settles) {
            if (takes.stream().noneMatch(take -> take.limit().equals(settle.limit()))) {
                throw where.at("settle").failed(settle.limit(), "is none of the limits that are taken of", null);
            }
        }
        String fallback = annotation.getString("fallback");
        String who = annotation.getString("entity");
        return new LimitedOperation(
                where,
                what,
                new Evaluation(where.at("entity"), who, expressions.parse(where.at("entity"), who, before)),
                naming,
                letThrough,
                takes,
                settles,
                duration(where.at("waitAtMost"), annotation.getString("waitAtMost")),
                policy(annotation),
                fallback.isEmpty() ? null : Substitute.find(where.at("fallback"), type, method, fallback));
    }

    private List<LimitedOperation.Amount> amounts(Where where, String[] texts, Set<String> variables) {
        List<LimitedOperation.Amount> amounts = new ArrayList<>();
        for (String given : texts) {
            String text = resolved(where, given);
            int equals = text.indexOf('=');
            if (equals <= 0) {
                throw where.failed(text, "is not LIMIT=EXPRESSION", null);
            }
            String limit = text.substring(0, equals).strip();
            String expression = text.substring(equals + 1).strip();
            try {
                Limit.perSecond(limit, 1);
            } catch (InvalidInputException refused) {
                throw where.failed(text, "names no limit. Allowed: " + refused.rule(), refused);
            }
            if (amounts.stream().anyMatch(amount -> amount.limit().equals(limit))) {
                throw where.failed(text, "names a limit a second time", null);
            }
            amounts.add(new LimitedOperation.Amount(
                    limit, new Evaluation(where, expression, expressions.parse(where, expression, variables))));
        }
        return List.copyOf(amounts);
    }

    private String resolved(Where where, String text) {
        try {
            return placeholders.apply(text);
        } catch (IllegalArgumentException e) {
            throw where.failed(text, "names a property that is not set: " + e.getMessage(), e);
        }
    }

    private Duration duration(Where where, String given) {
        String text = resolved(where, given);
        try {
            Duration duration = DurationStyle.detectAndParse(text);
            if (!duration.isNegative()) {
                return duration;
            }
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw where.failed(text, "is no duration, as 500ms or PT1S", e);
        }
        throw where.failed(text, "is negative", null);
    }

    private static @Nullable OnUnavailable policy(MergedAnnotation<RateLimited> annotation) {
        return switch (annotation.getEnum("onUnavailable", RateLimited.Unanswered.class)) {
            case AS_CONFIGURED -> null;
            case BLOCK -> OnUnavailable.BLOCK;
            case ALLOW -> OnUnavailable.ALLOW;
        };
    }
}

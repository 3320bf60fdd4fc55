package dev.zaelimiter.spring.annotation;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.BeanResolver;
import org.springframework.expression.ConstructorResolver;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.IndexAccessor;
import org.springframework.expression.MethodResolver;
import org.springframework.expression.OperatorOverloader;
import org.springframework.expression.PropertyAccessor;
import org.springframework.expression.TypeComparator;
import org.springframework.expression.TypeConverter;
import org.springframework.expression.TypeLocator;
import org.springframework.expression.TypedValue;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * What the expressions of one call see. Everything but the variables is shared by all calls. For one thread at a time;
 * each call has its own.
 */
final class CallContext implements EvaluationContext {

    private final StandardEvaluationContext shared;
    private final Map<String, Integer> places;
    private final @Nullable Object[] arguments;
    private final Supplier<@Nullable Object> principals;
    private @Nullable Object principal;
    private boolean principalKnown;
    private @Nullable Object result;
    private long count;

    CallContext(
            StandardEvaluationContext shared,
            Map<String, Integer> places,
            @Nullable Object[] arguments,
            Supplier<@Nullable Object> principals) {
        this.shared = shared;
        this.places = places;
        this.arguments = arguments;
        this.principals = principals;
    }

    @Nullable
    Object principal() {
        if (!principalKnown) {
            principal = principals.get();
            principalKnown = true;
        }
        return principal;
    }

    /** The same with another caller. */
    CallContext withPrincipal(@Nullable Object known) {
        principal = known;
        principalKnown = true;
        return this;
    }

    void ended(@Nullable Object value, long elements) {
        result = value;
        count = elements;
    }

    @Override
    public @Nullable Object lookupVariable(String name) {
        Integer place = places.get(name);
        if (place != null) {
            return arguments[place];
        }
        return switch (name) {
            case Expressions.PRINCIPAL -> principal();
            case Expressions.RESULT -> result;
            case Expressions.COUNT -> count;
            default -> null;
        };
    }

    @Override
    public void setVariable(String name, @Nullable Object value) {
        throw new UnsupportedOperationException("#" + name + " can't be set here");
    }

    @Override
    public TypedValue getRootObject() {
        return TypedValue.NULL;
    }

    @Override
    public List<PropertyAccessor> getPropertyAccessors() {
        return shared.getPropertyAccessors();
    }

    @Override
    public List<IndexAccessor> getIndexAccessors() {
        return shared.getIndexAccessors();
    }

    @Override
    public List<ConstructorResolver> getConstructorResolvers() {
        return shared.getConstructorResolvers();
    }

    @Override
    public List<MethodResolver> getMethodResolvers() {
        return shared.getMethodResolvers();
    }

    @Override
    public @Nullable BeanResolver getBeanResolver() {
        return shared.getBeanResolver();
    }

    @Override
    public TypeLocator getTypeLocator() {
        return shared.getTypeLocator();
    }

    @Override
    public TypeConverter getTypeConverter() {
        return shared.getTypeConverter();
    }

    @Override
    public TypeComparator getTypeComparator() {
        return shared.getTypeComparator();
    }

    @Override
    public OperatorOverloader getOperatorOverloader() {
        return shared.getOperatorOverloader();
    }
}

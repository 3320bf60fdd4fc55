package dev.zaelimiter.spring.annotation;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.ParserContext;
import org.springframework.expression.common.CompositeStringExpression;
import org.springframework.expression.common.LiteralExpression;
import org.springframework.expression.spel.SpelCompilerMode;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.SpelParserConfiguration;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.Literal;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.Operator;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** Parses expressions, and refuses those that mean nothing where they stand. Immutable. */
final class Expressions {

    static final String PRINCIPAL = "principal";
    static final String RESULT = "result";
    static final String COUNT = "count";

    private static final Set<String> OF_ELEMENTS = Set.of("this", "root");
    private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

    private final SpelExpressionParser parser;

    Expressions(ClassLoader loader) {
        this.parser = new SpelExpressionParser(new SpelParserConfiguration(SpelCompilerMode.MIXED, loader));
    }

    /** Which argument each variable means. */
    static Map<String, Integer> arguments(Method method) {
        Map<String, Integer> places = new HashMap<>();
        @Nullable String[] names = NAMES.getParameterNames(method);
        for (int i = 0; i < method.getParameterCount(); i++) {
            places.put("p" + i, i);
            places.put("a" + i, i);
        }
        for (int i = 0; names != null && i < names.length; i++) {
            String name = names[i];
            if (name != null) {
                places.put(name, i);
            }
        }
        return places;
    }

    /** One expression. */
    Expression parse(Where where, String text, Set<String> variables) {
        return checked(where, text, variables, null);
    }

    /** A text with expressions in it. */
    Expression template(Where where, String text, Set<String> variables) {
        return checked(where, text, variables, ParserContext.TEMPLATE_EXPRESSION);
    }

    private Expression checked(Where where, String text, Set<String> variables, @Nullable ParserContext context) {
        Expression expression;
        try {
            expression = context == null ? parser.parseExpression(text) : parser.parseExpression(text, context);
        } catch (ParseException | IllegalStateException | IllegalArgumentException e) {
            throw where.failed(text, "can't be parsed: " + e.getMessage(), e);
        }
        check(where, text, variables, expression);
        return expression;
    }

    private static void check(Where where, String text, Set<String> variables, Expression expression) {
        if (expression instanceof SpelExpression spel) {
            check(where, text, variables, spel.getAST(), true);
        } else if (expression instanceof CompositeStringExpression composite) {
            for (Expression part : composite.getExpressions()) {
                check(where, text, variables, part);
            }
        }
    }

    /** At the head of an expression a bare name would be one of the root, which is none. */
    private static void check(Where where, String text, Set<String> variables, SpelNode node, boolean atHead) {
        if (node instanceof VariableReference || node instanceof FunctionReference) {
            String name = node.toStringAST().substring(1).replaceAll("\\(.*", "");
            if (!variables.contains(name) && !(OF_ELEMENTS.contains(name) && !atHead)) {
                throw where.failed(
                        text,
                        "names #" + name + ", and there are " + sorted(variables)
                                + " (names of parameters need the compiler's option -parameters; #p0 does without)",
                        null);
            }
        } else if (atHead && (node instanceof PropertyOrFieldReference || node instanceof MethodReference)) {
            throw where.failed(
                    text,
                    "begins with " + node.toStringAST()
                            + ", which means nothing here: an argument is #name, a bean is @name,"
                            + " and a fixed text stands in quotes",
                    null);
        }
        boolean elements = node instanceof Projection || node instanceof Selection || node instanceof Indexer;
        for (int i = 0; i < node.getChildCount(); i++) {
            SpelNode child = node.getChild(i);
            boolean qualified = node instanceof CompoundExpression && i > 0;
            if (qualified && child instanceof MethodReference) {
                for (int k = 0; k < child.getChildCount(); k++) {
                    check(where, text, variables, child.getChild(k), atHead);
                }
            } else {
                check(where, text, variables, child, atHead && !elements && !qualified);
            }
        }
    }

    private static String sorted(Set<String> variables) {
        return variables.stream().sorted().map(name -> "#" + name).toList().toString();
    }

    /** Whether it says the same each time, as {@code 1}, {@code -1} and {@code 60 * 1000}. */
    static boolean isFixed(Expression expression) {
        return expression instanceof LiteralExpression
                || (expression instanceof SpelExpression spel && isFixed(spel.getAST()));
    }

    private static boolean isFixed(SpelNode node) {
        if (!(node instanceof Operator)) {
            return node instanceof Literal;
        }
        for (int i = 0; i < node.getChildCount(); i++) {
            if (!isFixed(node.getChild(i))) {
                return false;
            }
        }
        return true;
    }

    static boolean names(Expression expression, String variable) {
        return expression instanceof SpelExpression spel && names(spel.getAST(), "#" + variable);
    }

    private static boolean names(SpelNode node, String variable) {
        if (node instanceof VariableReference && node.toStringAST().equals(variable)) {
            return true;
        }
        for (int i = 0; i < node.getChildCount(); i++) {
            if (names(node.getChild(i), variable)) {
                return true;
            }
        }
        return false;
    }
}

package dev.zaelimiter.spring.routes;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.http.address.ClientAddresses;
import dev.zaelimiter.http.route.RequestKey;
import dev.zaelimiter.http.route.Route;
import dev.zaelimiter.http.route.Routes;
import dev.zaelimiter.http.route.Spent;
import dev.zaelimiter.spring.boot.DeclaredLimitsOfApplication;
import dev.zaelimiter.spring.boot.LimiterPropertyException;
import dev.zaelimiter.spring.web.internal.Claims;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes routes of properties; what is not allowed is named by its property. */
final class RoutesFromProperties {

    private static final String PREFIX = "zae.limiter.web.";
    private static final String KEYS =
            "header:NAME, principal, claim:NAME, address, attribute:NAME, path:NAME, fixed:NAME or bean:NAME";
    private static final Pattern STATUSES = Pattern.compile("([1-5]\\d\\d)(?:-([1-5]\\d\\d))?");

    private final WebProperties properties;
    private final Function<String, @Nullable RequestKey> beans;
    private final DeclaredLimitsOfApplication declared;
    private final ClientAddresses addresses;

    RoutesFromProperties(
            WebProperties properties,
            Function<String, @Nullable RequestKey> beans,
            DeclaredLimitsOfApplication declared) {
        this.properties = properties;
        this.beans = beans;
        this.declared = declared;
        this.addresses = addresses(properties.proxies());
    }

    private static ClientAddresses addresses(WebProperties.Proxies proxies) {
        String property = PREFIX + "proxies";
        if (proxies.count() != 0 && !proxies.networks().isEmpty()) {
            throw new LimiterPropertyException(property + ".count", proxies.count(), "0 where networks are given");
        }
        ClientAddresses addresses = proxies.networks().isEmpty()
                ? proxies.count() == 0
                        ? ClientAddresses.direct()
                        : named(
                                property + ".count",
                                proxies.count(),
                                () -> ClientAddresses.behindProxies(proxies.count()))
                : named(
                        property + ".networks",
                        proxies.networks(),
                        () -> ClientAddresses.behind(proxies.networks().toArray(String[]::new)));
        ClientAddresses counted = named(
                property + ".ipv6-prefix", proxies.ipv6Prefix(), () -> addresses.ipv6Prefix(proxies.ipv6Prefix()));
        return proxies.readForwarded() ? counted.readingForwarded() : counted;
    }

    private static <T> T named(String property, @Nullable Object value, Supplier<T> made) {
        try {
            return made.get();
        } catch (LimiterPropertyException named) {
            throw named;
        } catch (InvalidInputException refused) {
            throw new LimiterPropertyException(
                    property, value == null ? refused.value() : value, refused.field() + ": " + refused.rule());
        }
    }

    Routes all() {
        List<Route> routes = new ArrayList<>();
        for (int i = 0; i < properties.routes().size(); i++) {
            String property = PREFIX + "routes[" + i + "]";
            WebProperties.RouteProperties route = properties.routes().get(i);
            routes.add(one(property, route));
        }
        return named(PREFIX + "routes", null, () -> Routes.of(routes));
    }

    Route one(String property, WebProperties.RouteProperties route) {
        return named(property, route.path(), () -> route(property, route));
    }

    private Route route(String property, WebProperties.RouteProperties route) {
        String path = required(property + ".path", route.path(), "a path, as /v1/chat/{model} or /**");
        String[] methods = route.methods().toArray(String[]::new);
        if (route.exempt()) {
            return named(property, path, () -> Route.exempt(path, methods));
        }
        String resource = required(property + ".resource", route.resource(), "what is used, or exempt: true");
        if (route.take().isEmpty()) {
            throw new LimiterPropertyException(property + ".take", route.take(), "tokens by limit, as rpm: 1");
        }
        requireDeclared(property + ".take", resource, route.take().keySet());
        Route.Builder builder = Route.of(path).methods(methods).resource(resource);
        builder.key(key(property, route)).waitAtMost(route.waitAtMost());
        route.take()
                .forEach((limit, amount) -> LimiterPropertyException.naming(
                        property + ".take[" + limit + "]", amount, () -> builder.take(limit, amount)));
        route.settle()
                .forEach((limit, text) -> builder.settle(limit, spent(property + ".settle[" + limit + "]", text)));
        if (!route.giveBack().isEmpty()) {
            builder.giveBackWhen(statuses(property + ".give-back", route.giveBack()));
        }
        if (route.onUnavailable() != null) {
            builder.onUnavailable(route.onUnavailable());
        }
        if (route.passWithoutKey()) {
            builder.passWithoutKey();
        }
        return builder.build();
    }

    private static String required(String property, @Nullable String value, String rule) {
        if (value == null) {
            throw new LimiterPropertyException(property, null, rule);
        }
        return value;
    }

    private void requireDeclared(String property, String resource, Set<String> limits) {
        Set<String> known = declared.limitsOn(resource);
        for (String limit : limits) {
            if (known != null && !known.contains(limit)) {
                throw new LimiterPropertyException(
                        property, limit, "a limit that zae.limiter.limits declares for '" + resource + "': " + known);
            }
        }
    }

    private RequestKey key(String property, WebProperties.RouteProperties route) {
        RequestKey key = null;
        for (int i = 0; i < route.keys().size(); i++) {
            String text = route.keys().get(i);
            String own = property + ".keys[" + i + "]";
            RequestKey next = named(own, text, () -> key(own, text));
            key = key == null ? next : key.orElse(next);
        }
        if (key == null) {
            throw new LimiterPropertyException(property + ".keys", route.keys(), KEYS);
        }
        RequestKey found = key;
        if (route.hashKey()) {
            found = found.hashed();
        }
        return route.keyPrefix() == null ? found : found.prefixed(route.keyPrefix());
    }

    private RequestKey key(String property, String text) {
        int colon = text.indexOf(':');
        String kind = colon < 0 ? text : text.substring(0, colon);
        String name = colon < 0 ? "" : text.substring(colon + 1);
        if (name.isEmpty() != (kind.equals("principal") || kind.equals("address"))) {
            throw new LimiterPropertyException(property, text, KEYS);
        }
        return switch (kind) {
            case "principal" -> RequestKey.principal();
            case "address" -> RequestKey.address(addresses);
            case "header" -> RequestKey.header(name);
            case "claim" -> claim(property, text, name);
            case "attribute" -> RequestKey.attribute(name);
            case "path" -> RequestKey.pathVariable(name);
            case "fixed" -> RequestKey.fixed(name);
            case "bean" -> bean(property, text, name);
            default -> throw new LimiterPropertyException(property, text, KEYS);
        };
    }

    private static RequestKey claim(String property, String text, String name) {
        if (!Claims.areThere()) {
            throw new LimiterPropertyException(
                    property, text, "no claims without spring-security-oauth2-core on the class path");
        }
        return RequestKey.claim(name);
    }

    private RequestKey bean(String property, String text, String name) {
        RequestKey bean = beans.apply(name);
        if (bean == null) {
            throw new LimiterPropertyException(property, text, "the name of a bean of type RequestKey");
        }
        return bean;
    }

    private static Spent spent(String property, String text) {
        if (text.equals("bytes")) {
            return Spent.bytes();
        } else if (text.startsWith("header:") && text.length() > "header:".length()) {
            return Spent.header(text.substring("header:".length()));
        } else if (text.startsWith("attribute:") && text.length() > "attribute:".length()) {
            return Spent.attribute(text.substring("attribute:".length()));
        }
        throw new LimiterPropertyException(property, text, "header:NAME, attribute:NAME or bytes");
    }

    private static IntPredicate statuses(String property, List<String> texts) {
        IntPredicate all = status -> false;
        for (String text : texts) {
            Matcher form = STATUSES.matcher(text);
            if (!form.matches()) {
                throw new LimiterPropertyException(property, text, "a status, or two with a dash, as 500-599");
            }
            int first = Integer.parseInt(form.group(1));
            int last = form.group(2) == null ? first : Integer.parseInt(form.group(2));
            all = all.or(status -> status >= first && status <= last);
        }
        return all;
    }
}

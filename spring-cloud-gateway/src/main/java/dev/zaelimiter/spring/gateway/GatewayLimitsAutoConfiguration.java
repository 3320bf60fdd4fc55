package dev.zaelimiter.spring.gateway;

import dev.zaelimiter.spring.routes.WebAutoConfiguration;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Import;

/** The filter {@code RateLimited}, for whichever server the gateway has. */
@AutoConfiguration(
        after = WebAutoConfiguration.class,
        beforeName = {
            "org.springframework.cloud.gateway.config.GatewayAutoConfiguration",
            "org.springframework.cloud.gateway.server.mvc.GatewayServerMvcAutoConfiguration"
        })
@ConditionalOnWebApplication
@RegisterReflectionForBinding(GatewayLimit.class)
@Import({WebFluxGatewayConfiguration.class, ServletGatewayConfiguration.class})
public final class GatewayLimitsAutoConfiguration {}

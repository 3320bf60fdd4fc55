package dev.zaelimiter.spring.annotation;

import java.io.Serial;
import java.lang.reflect.Method;
import org.aopalliance.aop.Advice;
import org.springframework.aop.ClassFilter;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Where the interceptor goes: before methods with the annotation, of beans whose class has one. */
final class RateLimitedAdvisor extends AbstractPointcutAdvisor {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient RateLimitedInterceptor interceptor;
    private final transient Pointcut pointcut;

    RateLimitedAdvisor(LimitedMethods methods, RateLimitedInterceptor interceptor, int order) {
        this.interceptor = interceptor;
        this.pointcut = new Limited(methods);
        setOrder(order);
    }

    @Override
    public Pointcut getPointcut() {
        return pointcut;
    }

    @Override
    public Advice getAdvice() {
        return interceptor;
    }

    private static final class Limited extends StaticMethodMatcherPointcut {
        private final LimitedMethods methods;

        Limited(LimitedMethods methods) {
            this.methods = methods;
            ClassFilter filter = methods::isLimited;
            setClassFilter(filter);
        }

        @Override
        public boolean matches(Method method, Class<?> type) {
            return methods.of(method, type) != null;
        }
    }
}

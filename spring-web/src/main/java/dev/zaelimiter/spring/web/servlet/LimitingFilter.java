package dev.zaelimiter.spring.web.servlet;

import dev.zaelimiter.Lease;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.http.HeaderField;
import dev.zaelimiter.http.HttpAnswer;
import dev.zaelimiter.http.route.HttpLimiter;
import dev.zaelimiter.http.route.Passage;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.DisconnectedClientHelper;

/**
 * Lets requests through to a servlet that are within their limits. It decides before anything of the response is sent;
 * a request is counted once, whatever is forwarded, dispatched again or made an error page of.
 *
 * <p>Where keys are principals, it belongs after whatever logs in. It blocks while the store is asked, and while a
 * request waits for its tokens. Safe for use by many threads.
 */
public final class LimitingFilter extends OncePerRequestFilter {

    /** The attribute of a request in which handlers find its {@link Lease}, if it took something. */
    public static final String LEASE = Lease.class.getName();

    private static final AtomicLong INSTANCES = new AtomicLong();

    private final long instance = INSTANCES.incrementAndGet();
    private final HttpLimiter gate;
    private final RateLimiter limiter;

    /**
     * A filter.
     *
     * @param gate which requests take what, and what is told
     * @param limiter what is asked
     */
    public LimitingFilter(HttpLimiter gate, RateLimiter limiter) {
        this.gate = Objects.requireNonNull(gate, "gate");
        this.limiter = Objects.requireNonNull(limiter, "limiter");
    }

    /** One for each filter: otherwise a second one would take the request for one that has passed it already. */
    @Override
    protected String getAlreadyFilteredAttributeName() {
        return LimitingFilter.class.getName() + "." + instance;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Passage passage = gate.enter(limiter, new ServletCall(request));
        if (!passage.admitted()) {
            send(request, response, passage.answer());
            return;
        }
        HttpServletResponse told = ToldResponse.of(response, passage.fields());
        passage.lease().ifPresent(lease -> request.setAttribute(LEASE, lease));
        HttpServletResponse seen = passage.countsBytes() ? new CountingResponse(told) : told;
        handle(request, seen, chain, passage);
    }

    private static void handle(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain, Passage passage)
            throws ServletException, IOException {
        boolean goesOn = false;
        try {
            chain.doFilter(request, response);
            if (request.isAsyncStarted()) {
                request.getAsyncContext().addListener(new Ending(passage, new ServletResult(request, response)));
                goesOn = true;
            } else {
                passage.completed(new ServletResult(request, response));
            }
        } catch (IOException e) {
            if (DisconnectedClientHelper.isClientDisconnectedException(e)) {
                // A client can do that at will.
                passage.abandoned();
            }
            throw e;
        } finally {
            if (!goesOn) {
                // Does nothing, unless the handler has thrown.
                passage.failed(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
            }
        }
    }

    private static void send(HttpServletRequest request, HttpServletResponse response, HttpAnswer answer)
            throws IOException {
        response.setStatus(answer.status());
        for (HeaderField field : answer.fields()) {
            response.setHeader(field.name(), field.value());
        }
        response.setContentType(answer.contentType());
        byte[] body = answer.bytes();
        response.setContentLength(body.length);
        if (!request.getMethod().equals("HEAD")) {
            response.getOutputStream().write(body);
        }
    }
}
